package dev.stranger.paper;

import dev.stranger.report.Words;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which methods of the paper learned for fewer epochs than there. */
public final class ShorterTraining {

  /** Of the networks for images, in the paper. */
  public static final int PUBLISHED_EPOCHS = 1600;

  private ShorterTraining() {}

  /** A sentence for every number of epochs. */
  public static List<String> notes(List<Result> results) {
    List<Result> published = results.stream().filter(r -> r.published() != null).toList();
    Map<Integer, List<Result>> byEpochs =
        published.stream()
            .filter(result -> result.epochs() > 0 && result.epochs() < PUBLISHED_EPOCHS)
            .collect(Collectors.groupingBy(Result::epochs, TreeMap::new, Collectors.toList()));
    return byEpochs.entrySet().stream()
        .map(
            entry ->
                "%s, where the paper had %s: %s"
                    .formatted(
                        Words.count(entry.getKey(), "epoch"),
                        Words.count(PUBLISHED_EPOCHS),
                        titles(entry.getValue(), published)))
        .toList();
  }

  /** With the tables of a method that learned for another time in others. */
  private static String titles(List<Result> shorter, List<Result> all) {
    return shorter.stream()
        .map(Result::method)
        .distinct()
        .sorted()
        .map(method -> method.title() + tables(of(method, shorter), of(method, all)))
        .collect(Collectors.joining("; "));
  }

  private static List<Result> of(MethodName method, List<Result> results) {
    return results.stream().filter(result -> result.method() == method).toList();
  }

  private static String tables(List<Result> shorter, List<Result> all) {
    return shorter.size() == all.size()
        ? ""
        : shorter.stream()
            .map(result -> result.table().title())
            .distinct()
            .collect(Collectors.joining(", ", " in “", "”"));
  }
}
