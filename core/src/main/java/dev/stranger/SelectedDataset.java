package dev.stranger;

import java.util.BitSet;
import java.util.List;
import java.util.function.LongPredicate;

/** Some samples of a set, in its order. The passed-over ones are read and dropped. */
record SelectedDataset(Dataset source, Selection selection, Header header) implements Dataset {

  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

  /** Decides for each sample; gets its position and its label. */
  interface Selection {
    boolean keeps(long index, int label);
  }

  /** Needs no look at the positions, which a huge set has too many of. */
  static Dataset first(Dataset source, long count) {
    return new SelectedDataset(
        source, (index, label) -> true, source.header().withSize(Math.min(count, source.size())));
  }

  static Dataset spread(Dataset source, long count) {
    long size = source.size();
    return new SelectedDataset(
        source, (index, label) -> isSpread(index, size, count), source.header().withSize(count));
  }

  /**
   * Whether a position is the chosen one of its stretch. Where in a stretch that is follows the
   * multiples of the golden ratio: with equal steps, hourly values might all be from midnight.
   */
  private static boolean isSpread(long index, long size, long count) {
    long stretch = index * count / size;
    long start = (stretch * size + count - 1) / count;
    long end = ((stretch + 1) * size + count - 1) / count;
    double place = stretch * GOLDEN_RATIO % 1;
    return index == start + (long) (place * (end - start));
  }

  static Dataset byIndex(Dataset source, LongPredicate keep) {
    long count = 0;
    for (long i = 0; i < source.size(); i++) {
      count += keep.test(i) ? 1 : 0;
    }
    return new SelectedDataset(
        source, (index, label) -> keep.test(index), source.header().withSize(count));
  }

  static Dataset byLabel(Dataset source, List<String> names) {
    BitSet wanted = new BitSet();
    for (String name : names) {
      int label = source.labelNames().indexOf(name);
      if (label < 0) {
        throw new DataException(
            "%s has no label '%s'; its labels are %s"
                .formatted(source.name(), name, VisibleText.some(source.labelNames())));
      }
      wanted.set(label);
    }
    return new SelectedDataset(
        source,
        (index, label) -> label >= 0 && wanted.get(label),
        source.header().withSize(count(source, wanted)));
  }

  private static long count(Dataset source, BitSet wanted) {
    long count = 0;
    float[] sample = new float[source.shape().size()];
    try (Cursor cursor = source.open()) {
      while (cursor.next(sample, 0)) {
        count += cursor.label() >= 0 && wanted.get(cursor.label()) ? 1 : 0;
      }
    }
    return count;
  }

  @Override
  public Cursor open() {
    return new CursorView(source.open()) {
      private long index = -1;
      private long remaining = size();

      @Override
      public boolean next(float[] target, int offset) {
        // Stop behind the last wanted sample: the first 100 of a million read only 100.
        while (remaining > 0 && samples.next(target, offset)) {
          index++;
          if (selection.keeps(index, samples.label())) {
            remaining--;
            return true;
          }
        }
        return false;
      }
    };
  }

  @Override
  public String resizedFrom() {
    return source.resizedFrom();
  }

  @Override
  public List<String> columns() {
    return source.columns();
  }
}
