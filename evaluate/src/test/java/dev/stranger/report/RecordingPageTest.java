package dev.stranger.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.calibrate.StepVerdicts.Merged;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.score.JudgedRecording;
import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import dev.stranger.series.Span;
import dev.stranger.series.Windowing;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.DefaultLocale;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class RecordingPageTest {

  private static final Windowing WINDOWING =
      new Windowing(20, 5, List.of("<a>", "b"), new Clock("time", 60, true), "");

  @TempDir private Path folder;

  /** Its steps from 100 to 149 are strange. */
  private static JudgedRecording judged(String name, int steps) {
    float[][] values = new float[2][steps];
    for (int t = 0; t < steps; t++) {
      values[0][t] = (float) Math.sin(t / 5.0);
    }
    float[] pValues = new float[steps];
    Arrays.fill(pValues, 0.5f);
    Arrays.fill(pValues, 100, 150, 0.01f);
    boolean[] ood = new boolean[steps];
    Arrays.fill(ood, 100, 150, true);
    Merged merged = new Merged(new float[steps], pValues, ood);
    List<Span> spans = merged.spans().stream().map(span -> span.withChannel("<a>")).toList();
    Recording recording = new Recording(name, values, 1_700_000_000);
    return new JudgedRecording(recording, WINDOWING.clock(), merged, spans);
  }

  private static List<Example> peaks() {
    return GeneratedFindings.images()
        .with(Shape.of(2, 20), Range.ANY)
        .make()
        .pictures()
        .get(0)
        .samples();
  }

  private Document page(JudgedRecording... recordings) throws Exception {
    RecordingFindings findings =
        new RecordingFindings("x & y", "by z", WINDOWING, 0.05, 0.01, List.of(recordings), peaks());
    Path file = RecordingPage.write(findings, folder);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(Files.readAllBytes(file)));
  }

  private static List<Element> elements(Document page, String tag) {
    NodeList nodes = page.getElementsByTagName(tag);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  private static List<Element> looking(Document page, String tag, String look) {
    return elements(page, tag).stream()
        .filter(element -> element.getAttribute("class").equals(look))
        .toList();
  }

  @Test
  void thePageNeedsNothingElseAndNoScript() throws Exception {
    Document page = page(judged("<r>", 300), judged("s", 100_000));
    Stream.of("script", "link", "iframe", "object", "embed")
        .forEach(tag -> assertThat(elements(page, tag)).isEmpty());
    assertThat(elements(page, "a")).allMatch(a -> a.getAttribute("href").startsWith("#"));
    assertThat(Files.readString(folder.resolve("index.html")))
        .doesNotContain("http:", "https:", "url(", "@import", "NaN", "Infinity");
  }

  @Test
  void everyChannelIsALaneAndEverySpanAMarkInIt() throws Exception {
    Document page = page(judged("r", 300));
    assertThat(looking(page, "path", "trace")).hasSize(3); // two channels, and how rare steps are
    List<Element> marks = looking(page, "rect", "mark");
    assertThat(marks).hasSize(3);
    assertThat(marks)
        .allMatch(mark -> mark.getAttribute("x").equals("1333.3"))
        .allMatch(mark -> mark.getAttribute("width").equals("666.7"))
        .allMatch(
            mark -> mark.getTextContent().equals("2023-11-14T23:53:20 to 2023-11-15T00:42:20"));
    assertThat(looking(page, "path", "limit")).hasSize(1);
    assertThat(elements(page, "td")).anyMatch(cell -> cell.getTextContent().equals("<a>"));
  }

  @Test
  void aLongRecordingTakesNoMoreRoomThanTheScreenShows() throws Exception {
    page(judged("r", 10_000));
    long small = Files.size(folder.resolve("index.html"));
    Document page = page(judged("r", 1_000_000));
    assertThat(Files.size(folder.resolve("index.html"))).isLessThan(2 * small);
    // A mark of a few pixels is still seen.
    assertThat(looking(page, "rect", "mark"))
        .allMatch(mark -> Double.parseDouble(mark.getAttribute("width")) >= 6);
  }

  @Test
  @DefaultLocale("ar-EG")
  void thePageIsTheSameInEveryLanguage() throws Exception {
    page(
        IntStream.range(0, 201)
            .mapToObj(i -> judged("r" + i, 300))
            .toArray(JudgedRecording[]::new));
    assertThat(Files.readString(folder.resolve("index.html")))
        .contains("20 of 201 recordings are shown", "... and 1 more")
        .doesNotContainPattern("[\u0660-\u0669]");
  }

  @Test
  void everyRecordingCanBeStretchedOnItsOwn() throws Exception {
    Document page = page(judged("r", 300), judged("s", 300));
    List<String> groups =
        elements(page, "input").stream().map(input -> input.getAttribute("name")).toList();
    assertThat(groups).hasSize(6);
    assertThat(groups.stream().distinct()).hasSize(2);
  }
}
