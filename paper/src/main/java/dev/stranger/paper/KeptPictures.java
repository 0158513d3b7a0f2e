package dev.stranger.paper;

import dev.stranger.report.Card;
import dev.stranger.report.Markdown;
import dev.stranger.report.Words;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

  /** Where they come from, a sentence for each run. */
  List<String> origins(Results shown) {
    return runs.stream().map(run -> origin(Card.parse(run), shown)).toList();
  }

  private static String origin(Card run, Results shown) {
    Map<MethodName, Integer> drawn = epochs(run);
    String others =
        shown.results().stream()
            .filter(result -> result.table() == PaperTable.TABLE1)
            .filter(result -> drawn.getOrDefault(result.method(), 0) != result.epochs())
            .filter(result -> drawn.containsKey(result.method()))
            .map(Result::method)
            .distinct()
            .map(method -> "%s %s".formatted(method.title(), Words.count(drawn.get(method))))
            .collect(Collectors.joining("; "));
    return "pictures kept from %s, %s%s"
        .formatted(
            run.text("version"),
            run.text("time"),
            others.isEmpty() ? "" : "; models that learned for other epochs there: " + others);
  }

  /** Of the first model with a row of a method, which is that of images. */
  private static Map<MethodName, Integer> epochs(Card run) {
    Map<MethodName, Integer> epochs = new EnumMap<>(MethodName.class);
    for (Card.Entry entry : run.entries()) {
      List<String> path = entry.path();
      boolean rows = path.size() == 3 && path.get(0).equals("models") && path.get(2).equals("rows");
      if (rows && !entry.text().isEmpty()) { // models of curves have none
        int learned = Integer.parseInt(run.text("models", path.get(1), "epochs"));
        for (String row : entry.text().split(", ")) {
          epochs.putIfAbsent(MethodName.of(row), learned);
        }
      }
    }
    return epochs;
  }
}
