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
    Map<Integer, String> byEpochs =
        results.stream()
            .filter(result -> result.published() != null && result.epochs() > 0)
            .filter(result -> result.epochs() < PUBLISHED_EPOCHS)
            .collect(
                Collectors.groupingBy(
                    Result::epochs,
                    TreeMap::new,
                    Collectors.collectingAndThen(Collectors.toList(), ShorterTraining::titles)));
    return byEpochs.entrySet().stream()
        .map(
            entry ->
                "%s epochs, where the paper had %s: %s"
                    .formatted(
                        Words.count(entry.getKey()),
                        Words.count(PUBLISHED_EPOCHS),
                        entry.getValue()))
        .toList();
  }

  private static String titles(List<Result> results) {
    return results.stream()
        .map(Result::method)
        .distinct()
        .sorted()
        .map(MethodName::title)
        .collect(Collectors.joining("; "));
  }
}
