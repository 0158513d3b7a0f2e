package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.table.Column.Kind;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Notices a first column that may be a label which nobody named. A file without a header does not
 * say so, and a label that is learnt from spoils the detector without a word.
 */
final class UnsaidLabel {

  private static final int LOOKED_AT = 1000;

  private UnsaidLabel() {}

  /** What to tell whoever learns from such data. */
  static Optional<String> in(Dataset data) {
    boolean numbers = data.columns().stream().allMatch(column -> column.kind() == Kind.NUMBER);
    boolean unnamed = !data.columns().isEmpty() && data.columns().get(0).name().equals("1");
    if (!numbers || !unnamed || !looksLikeLabel(data)) {
      return Optional.empty();
    }
    String ifSeries = data.shape().rank() == 1 ? ", and --series if the rows are series" : "";
    return Optional.of(
        "note: column 1 of %s holds whole numbers, the others do not; add --label 1 if it is the label%s"
            .formatted(data.name(), ifSeries));
  }

  private static boolean looksLikeLabel(Dataset data) {
    MemoryDataset some = data.first(LOOKED_AT).inMemory();
    return rows(some).allMatch(row -> isWhole(some.sample(row)[0]))
        && rows(some).anyMatch(row -> !isWhole(some.sample(row)));
  }

  private static IntStream rows(Dataset data) {
    return IntStream.range(0, (int) data.size());
  }

  private static boolean isWhole(float... values) {
    return IntStream.range(0, values.length).allMatch(i -> values[i] == Math.rint(values[i]));
  }
}
