package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.score.Detector;
import dev.stranger.score.SharedDetectors;
import java.nio.FloatBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a partition with their verdicts, in their order. Holds one batch at a time: as many
 * rows as the detector judges at once, and fewer if their bytes and text are large. So the memory
 * it takes does not grow with the partition.
 */
final class JudgedRows implements Iterator<InternalRow> {

  private static final long MOST_BYTES = 16 << 20;

  private final Iterator<InternalRow> rows;
  private final Judging judging;
  private final InputColumns input;
  private final VerdictColumns output;
  private final Detector detector;
  private final SampleValues values;
  private final float[] samples;
  private final List<InternalRow> batch = new ArrayList<>();
  private final BitSet unknown = new BitSet();
  private final Deque<InternalRow> judged = new ArrayDeque<>();
  private long taken;

  JudgedRows(
      Iterator<InternalRow> rows,
      Judging judging,
      InputColumns input,
      VerdictColumns output,
      SharedDetectors.Lease lease) {
    this.rows = rows;
    this.judging = judging;
    this.input = input;
    this.output = output;
    this.detector = judging.of(lease);
    this.values = Judging.values(detector);
    this.samples = new float[detector.batchSize() * detector.shape().size()];
  }

  @Override
  public boolean hasNext() {
    while (judged.isEmpty() && rows.hasNext()) {
      judgeBatch(take());
    }
    return !judged.isEmpty();
  }

  @Override
  public InternalRow next() {
    hasNext();
    return judged.remove();
  }

  /** How many samples of the next rows can be judged. */
  private int take() {
    batch.clear();
    unknown.clear();
    int count = 0;
    long bytes = 0;
    while (batch.size() < detector.batchSize() && bytes < MOST_BYTES && rows.hasNext()) {
      InternalRow row = rows.next().copy(); // Spark uses its memory again
      bytes += bytes(row);
      if (put(row, count)) {
        count++;
        batch.add(row);
      } else if (judging.handleInvalid() == HandleInvalid.KEEP) {
        unknown.set(batch.size());
        batch.add(row);
      }
      taken++;
    }
    return count;
  }

  /** A row as Spark sends it knows; of others the bytes and the text count. */
  private static long bytes(InternalRow row) {
    if (row instanceof UnsafeRow sent) {
      return sent.getSizeInBytes();
    }
    return row instanceof JoinedRow joined
        ? bytes(joined.getLeft()) + bytes(joined.getRight())
        : row instanceof GenericInternalRow made
            ? Arrays.stream(made.values()).mapToLong(JudgedRows::bytes).sum()
            : 0;
  }

  private static long bytes(@Nullable Object value) {
    return value instanceof byte[] bytes
        ? bytes.length
        : value instanceof UTF8String text ? text.numBytes() : 0;
  }

  private boolean put(InternalRow row, int index) {
    try {
      return judging.put(input.value(row), detector, values, samples, index);
    } catch (DataException e) {
      throw new DataException(
          ("row %d of partition %d cannot be judged, see %s: %s; correct it, or set handleInvalid"
                  + " to skip or keep")
              .formatted(taken, TaskContext.getPartitionId(), input.inWords(), e.getMessage()),
          e);
    }
  }

  private void judgeBatch(int count) {
    Iterator<UnaryOperator<InternalRow>> verdicts = verdicts(count);
    for (int i = 0; i < batch.size(); i++) {
      InternalRow row = batch.get(i);
      judged.add(unknown.get(i) ? output.addUnknown(row) : verdicts.next().apply(row));
    }
  }

  /** What adds its verdict to a row, for each sample. */
  private Iterator<UnaryOperator<InternalRow>> verdicts(int count) {
    if (count == 0) {
      return Collections.emptyIterator();
    }
    FloatBuffer given = FloatBuffer.wrap(samples, 0, count * detector.shape().size());
    return output.wantsReasons()
        ? adding(detector.judgeAndExplain(given, count), output::add)
        : adding(detector.judge(given, count), output::add);
  }

  private static <V> Iterator<UnaryOperator<InternalRow>> adding(
      List<V> verdicts, BiFunction<InternalRow, V, InternalRow> add) {
    return verdicts.stream()
        .<UnaryOperator<InternalRow>>map(verdict -> row -> add.apply(row, verdict))
        .iterator();
  }
}
