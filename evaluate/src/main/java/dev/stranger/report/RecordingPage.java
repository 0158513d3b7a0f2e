package dev.stranger.report;

import dev.stranger.CompleteFile;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.svg.Markup;
import dev.stranger.score.JudgedRecording;
import dev.stranger.series.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows recordings with their strange spans marked, and the window at the peak of a span over what
 * was expected. The page is complete in itself and needs no script: the recordings are stretched by
 * the style alone.
 */
public final class RecordingPage {

  /** Larger pages take long to open. */
  private static final int MOST_RECORDINGS = 20;

  private static final int MOST_SPANS = 200;

  private final RecordingFindings findings;

  private RecordingPage(RecordingFindings findings) {
    this.findings = findings;
  }

  /**
   * Writes {@code index.html} into a folder, which is made when there is none.
   *
   * @return the page
   * @throws dev.stranger.DataException when it cannot be written
   */
  public static Path write(RecordingFindings findings, Path folder) {
    RecordingPage recordings = new RecordingPage(findings);
    Page page =
        new Page(
            "Stranger recordings",
            "Stranger recordings: " + findings.title(),
            findings.title(),
            List.of(
                new Section("recordings", "When it was strange", recordings::writeRecordings),
                new Section("spans", "Strange spans", recordings::writeSpans),
                new Section("peaks", "Where the strangest spans differ", recordings::writePeaks)));
    Path file = folder.resolve("index.html");
    CompleteFile.write(file, page::write);
    return file;
  }

  private void writeRecordings(Markup page) {
    page.element("p", findings.judge());
    page.element(
        "p",
        "Shaded: strange. Lowest lane: how rare a step is, the p-value from 1 at the bottom down to"
            + " the smallest; above the dashed line it is strange. Choose a width, then scroll.");
    List<JudgedRecording> shown = shown();
    if (shown.size() < findings.recordings().size()) {
      page.element(
          "p",
          "%s of %s recordings are shown, those with the most strange steps."
              .formatted(Words.count(shown.size()), Words.count(findings.recordings().size())));
    }
    for (JudgedRecording one : shown) {
      RecordingLanes.write(page, findings, one);
    }
  }

  private List<JudgedRecording> shown() {
    return findings.recordings().size() <= MOST_RECORDINGS
        ? findings.recordings()
        : findings.recordings().stream()
            .sorted((a, b) -> Long.compare(b.steps().strange(), a.steps().strange()))
            .limit(MOST_RECORDINGS)
            .toList();
  }

  private void writeSpans(Markup page) {
    List<List<String>> rows = new ArrayList<>();
    for (JudgedRecording one : findings.recordings()) {
      for (Span span : one.spans()) {
        if (rows.size() < MOST_SPANS) {
          rows.add(
              List.of(
                  one.recording().name(),
                  one.when(span.from()),
                  one.when(span.to()),
                  Integer.toString(span.steps()),
                  Words.number(span.pValue()),
                  span.channel()));
        }
      }
    }
    if (rows.isEmpty()) {
      page.element("p", "No step is strange.");
      return;
    }
    List<String> heads = List.of("recording", "from", "to", "steps", "p-value", "most in");
    PageTable.writeScrolling(page, "strange spans", Table.of("", heads, rows));
    if (findings.spans() > rows.size()) {
      page.element("p", "... and %s more".formatted(Words.count(findings.spans() - rows.size())));
    }
  }

  private void writePeaks(Markup page) {
    List<Example> peaks = findings.peaks();
    if (peaks.isEmpty()) {
      return;
    }
    ExampleCards cards = ExampleCards.large(new SeriesView(findings.shape(), findings.columns()));
    page.element("p", "The window at the peak of each span. " + cards.guide(peaks));
    cards.write(page, peaks);
  }
}
