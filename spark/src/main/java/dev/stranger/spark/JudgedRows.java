package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.score.Detector;
import java.nio.FloatBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;

/**
 * The rows of a partition with their verdicts, in their order. Holds one batch at a time: as many
 * rows as the detector judges at once, and fewer if their bytes and text are large. So the memory
 * it takes does not grow with the partition.
 */
final class JudgedRows implements Iterator<Row> {

  private static final long MOST_BYTES = 16 << 20;

  private final Iterator<Row> rows;
  private final Judging judging;
  private final InputColumns input;
  private final VerdictColumns output;
  private final Detector detector;
  private final SampleValues values;
  private final float[] samples;
  private final List<Row> batch = new ArrayList<>();
  private final BitSet unknown = new BitSet();
  private final Deque<Row> judged = new ArrayDeque<>();
  private long taken;

  JudgedRows(
      Iterator<Row> rows,
      Judging judging,
      InputColumns input,
      VerdictColumns output,
      ExecutorDetectors.Lease lease) {
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
  public Row next() {
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
      Row row = rows.next();
      bytes += input.weight(row);
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

  private boolean put(Row row, int index) {
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
    Iterator<UnaryOperator<Row>> verdicts = verdicts(count);
    for (int i = 0; i < batch.size(); i++) {
      Row row = batch.get(i);
      judged.add(unknown.get(i) ? output.addUnknown(row) : verdicts.next().apply(row));
    }
  }

  /** What adds its verdict to a row, for each sample. */
  private Iterator<UnaryOperator<Row>> verdicts(int count) {
    if (count == 0) {
      return Collections.emptyIterator();
    }
    FloatBuffer given = FloatBuffer.wrap(samples, 0, count * detector.shape().size());
    return output.wantsReasons()
        ? adding(detector.judgeAndExplain(given, count), output::add)
        : adding(detector.judge(given, count), output::add);
  }

  private static <V> Iterator<UnaryOperator<Row>> adding(
      List<V> verdicts, BiFunction<Row, V, Row> add) {
    return verdicts.stream()
        .<UnaryOperator<Row>>map(verdict -> row -> add.apply(row, verdict))
        .iterator();
  }
}
