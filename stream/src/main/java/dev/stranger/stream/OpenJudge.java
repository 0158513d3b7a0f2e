package dev.stranger.stream;

import dev.stranger.DataException;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.SharedDetectors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** A judge at work in one task. Not thread-safe. */
final class OpenJudge<T> implements AutoCloseable {

  /** Values of a batch, which is copied into one buffer: 32 MB. */
  private static final int MOST_VALUES = 1 << 23;

  private final Judge<T> judge;
  private final SharedDetectors.Lease lease;
  private final Detector detector;
  private final int batch;
  private final FloatBuffer samples;
  private long invalid;

  OpenJudge(Judge<T> judge, int batch) {
    this.judge = judge;
    this.lease = judge.detector().open();
    this.detector = lease.detector();
    int size = detector.shape().size();
    this.batch = Math.min(batch, Math.max(1, MOST_VALUES / size));
    this.samples =
        ByteBuffer.allocateDirect(Float.BYTES * this.batch * size)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
  }

  /** How many records {@link #judge} takes: fewer than were asked for where samples are large. */
  int batch() {
    return batch;
  }

  /** How many records could not be judged so far. */
  long invalid() {
    return invalid;
  }

  /**
   * @param records at most {@link #batch()} of them
   * @param results gets what becomes of the records, in their order, with their positions
   */
  void judge(List<T> records, ObjIntConsumer<Judged<T>> results) {
    @Nullable String[] problems = new String[records.size()];
    samples.clear();
    int count = 0;
    for (int i = 0; i < problems.length; i++) {
      problems[i] = put(records.get(i));
      count += problems[i] == null ? 1 : 0;
    }
    Iterator<Verdict> verdicts = verdicts(count);
    for (int i = 0; i < problems.length; i++) {
      String problem = problems[i];
      if (problem == null) {
        results.accept(Judged.as(records.get(i), verdicts.next()), i);
      } else if (judge.onInvalid() == OnInvalid.REPORT) {
        results.accept(Judged.invalid(records.get(i), problem), i);
      }
    }
  }

  private Iterator<Verdict> verdicts(int count) {
    return count == 0
        ? Collections.emptyIterator()
        : detector.judge(samples.flip(), count).iterator();
  }

  /** What is wrong with the record, or null when its sample lies behind those before it. */
  private @Nullable String put(T record) {
    try {
      samples.put(sample(record));
      return null;
    } catch (DataException e) {
      if (judge.onInvalid() == OnInvalid.FAIL) {
        throw new DataException(
            "a record cannot be judged: %s; mend it, or choose another OnInvalid"
                .formatted(e.getMessage()),
            e);
      }
      invalid++;
      return e.getMessage();
    }
  }

  private float[] sample(T record) {
    float @Nullable [] sample = judge.sampler().sample(record, detector.preparation());
    if (sample == null) {
      throw new DataException("the sampler found no sample in the record");
    }
    detector.checkSamples(FloatBuffer.wrap(sample), 1);
    return sample;
  }

  @Override
  public void close() {
    lease.close();
  }
}
