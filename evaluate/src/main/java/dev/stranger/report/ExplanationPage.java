package dev.stranger.report;

import dev.stranger.CompleteFile;
import dev.stranger.report.svg.Markup;
import java.nio.file.Path;
import java.util.List;

/**
 * Shows of some samples what made their scores, and where they differ from what was expected, if
 * the detector says that.
 */
public final class ExplanationPage {

  private ExplanationPage() {}

  /**
   * Writes {@code index.html} into a folder, which is made when there is none. The page is complete
   * in itself: it can be sent, kept and opened anywhere.
   *
   * @return the page
   * @throws dev.stranger.DataException when it cannot be written
   */
  public static Path write(Explanations explanations, Path folder) {
    Page page =
        new Page(
            "Stranger explanation",
            "Stranger explanation: " + explanations.title(),
            explanations.title(),
            List.of(
                new Section(
                    "samples",
                    "Where the scores come from",
                    content -> writeSamples(content, explanations))));
    Path file = folder.resolve("index.html");
    CompleteFile.write(file, page::write);
    return file;
  }

  private static void writeSamples(Markup page, Explanations explanations) {
    SampleView view =
        SampleView.of(
            explanations.shape(),
            explanations.range(),
            explanations.columns(),
            explanations.samples());
    ExampleCards cards = ExampleCards.large(view);
    page.element("p", explanations.judge()).element("p", cards.guide(explanations.samples()));
    cards.write(page, explanations.samples());
  }
}
