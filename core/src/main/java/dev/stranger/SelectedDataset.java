package dev.stranger;

import dev.stranger.series.Windowed;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Some samples of a set, in its order and under their names there. The passed-over ones are read
 * and dropped.
 *
 * @param positions of the samples in the source, ascending
 */
record SelectedDataset(Dataset source, LongUnaryOperator positions, Header header)
    implements DatasetView {

  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

  /** Needs no list of positions, which a huge set has too many of. */
  static Dataset first(Dataset source, long count) {
    return of(source, Math.min(count, source.size()), index -> index);
  }

  static Dataset spread(Dataset source, long count) {
    long size = source.size();
    return of(source, count, stretch -> spreadPosition(stretch, size, count));
  }

  /**
   * The chosen position of a stretch. Where in a stretch that is follows the multiples of the
   * golden ratio: with equal steps, hourly values might all be from midnight.
   */
  private static long spreadPosition(long stretch, long size, long count) {
    long start = (stretch * size + count - 1) / count;
    long end = ((stretch + 1) * size + count - 1) / count;
    double place = stretch * GOLDEN_RATIO % 1;
    return start + (long) (place * (end - start));
  }

  static Dataset byIndex(Dataset source, LongPredicate keep) {
    return at(source, LongStream.range(0, source.size()).filter(keep).toArray());
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
    return at(source, positions(source, wanted));
  }

  private static long[] positions(Dataset source, BitSet wanted) {
    LongStream.Builder found = LongStream.builder();
    float[] sample = new float[source.shape().size()];
    try (Cursor cursor = source.open()) {
      for (long index = 0; cursor.next(sample, 0); index++) {
        if (cursor.label() >= 0 && wanted.get(cursor.label())) {
          found.add(index);
        }
      }
    }
    return found.build().toArray();
  }

  private static Dataset at(Dataset source, long[] positions) {
    return of(source, positions.length, index -> positions[(int) index]);
  }

  private static Dataset of(Dataset source, long count, LongUnaryOperator positions) {
    return new SelectedDataset(source, positions, source.header().withSize(count));
  }

  @Override
  public Cursor open() {
    return new CursorView(source.open()) {
      private long position = -1;
      private long found;

      @Override
      public boolean next(float[] target, int offset) {
        // Stop behind the last wanted sample: the first 100 of a million read only 100.
        if (found == size()) {
          return false;
        }
        long wanted = positions.applyAsLong(found);
        while (position < wanted) {
          position++;
          found += position == wanted ? 1 : 0; // before it is read, as it may be broken
          if (!samples.next(target, offset)) {
            return false;
          }
        }
        return true;
      }
    };
  }

  @Override
  public @Nullable Windowed windows() {
    @Nullable Windowed all = source.windows();
    return all == null ? null : all.at(positions);
  }

  @Override
  public String sampleName(long index) {
    return source.sampleName(positions.applyAsLong(index));
  }
}
