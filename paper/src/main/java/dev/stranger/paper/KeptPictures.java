package dev.stranger.paper;

import dev.stranger.report.Card;
import dev.stranger.report.Markdown;
import dev.stranger.report.Words;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Pictures of an earlier page that are shown again. Their models may be others than those of the
 * tables beside them.
 *
 * @param runs that drew them, as JSON
 */
record KeptPictures(List<PictureFile> files, List<String> runs) {

  /** Where {@link #origins} stand on the page. */
  static final String LINK = Markdown.link("what was run", "#what-was-run");

  private static final String MODELS = "models";
  private static final String EPOCHS = "epochs";

  /** Where they come from, a sentence for each run. */
  List<String> origins() {
    return runs.stream().map(KeptPictures::origin).toList();
  }

  private static String origin(String run) {
    Card card = Card.parse(run);
    String models =
        card.entries().stream()
            .filter(entry -> entry.path().size() == 3)
            .filter(
                entry -> entry.path().get(0).equals(MODELS) && entry.path().get(2).equals(EPOCHS))
            .filter(entry -> !entry.text().equals("0"))
            .map(
                entry ->
                    "%s %s"
                        .formatted(
                            entry.path().get(1), Words.count(Integer.parseInt(entry.text()))))
            .collect(Collectors.joining(", "));
    return "pictures kept from %s, %s; epochs of their models: %s"
        .formatted(card.text("version"), card.text("time"), models);
  }
}
