package dev.stranger.spark.scores;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.quantiles.DoublesSketch;
import org.apache.datasketches.quantiles.DoublesUnion;
import org.apache.datasketches.quantilescommon.DoublesSketchSortedView;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/**
 * The scores of any number of samples in a few megabytes: enough for p-values, thresholds and a new
 * calibration of a detector, whose guarantees hold all the same. Sketches of parts of a table, or
 * of its days, are merged into that of the whole.
 *
 * <p>Below {@value #EXACT_BELOW} scores nothing is lost. From there on the sketch is the mergeable
 * quantiles sketch of Apache DataSketches, which halves full buffers at random. The number of
 * scores up to any value is then known within {@value #RANK_ERROR} n of n scores, for all values at
 * once, except with a probability of 2e-6; for a single value, except with one of 1.4e-11. This
 * follows from Hoeffding's inequality: n scores cause at most {@code n / (k 2^j)} halvings of level
 * j, each off by {@code 2^(j-1)} scores at most and by none on average, in whatever order sketches
 * are merged.
 *
 * <p>All answers err on the safe side by that much: p-values are never too small, thresholds never
 * too low. Takes less time than sorting the scores would. Not thread-safe.
 */
public final class ScoreSketch implements Serializable {

  @Serial private static final long serialVersionUID = 1;

  private static final int K = 1 << 15;

  /** So many scores need a sketch that loses something. */
  public static final int EXACT_BELOW = 2 * K;

  /**
   * A deviation of 5 / k has the probability exp(-25). The rest is for values between the 2^16 that
   * this is asked of, and for the lowest and the highest score, which count as one.
   */
  public static final double RANK_ERROR = 6.0 / K;

  private transient DoublesUnion scores = DoublesUnion.builder().setMaxK(K).build();
  private transient @Nullable RankLadder ladder;
  private transient long size;

  /** The sketch of a column of scores of all rows. */
  public static ScoreSketch of(Dataset<?> rows, String column) {
    byte @Nullable [] sketch =
        (byte[]) rows.toDF().agg(aggregate(functions.col(column))).first().get(0);
    return ofBytes(sketch == null ? new byte[0] : sketch);
  }

  /**
   * An aggregate for Spark, such as {@code rows.groupBy("site").agg(ScoreSketch.aggregate(col))}: a
   * column of {@link #toBytes() bytes}.
   */
  public static Column aggregate(Column score) {
    return functions.udaf(new ScoreAggregator(), Encoders.FLOAT()).apply(score.cast("float"));
  }

  /**
   * @throws DataException when the score is not a number
   */
  public void add(float score) {
    if (Float.isNaN(score)) {
      throw new DataException(
          "a row has no score (NaN or null); leave rows out that cannot be judged");
    }
    scores.update(score);
    size++;
    ladder = null;
  }

  /** Takes in the scores of another sketch, which stays as it is. */
  public void merge(ScoreSketch other) {
    if (other.size > 0) {
      scores.union(other.scores.getResult());
      size += other.size;
      ladder = null;
    }
  }

  public long size() {
    return size;
  }

  public boolean isExact() {
    return size < EXACT_BELOW;
  }

  /** The share of all scores by which ranks may be off; 0 as long as it is exact. */
  public double rankError() {
    return isExact() ? 0 : RANK_ERROR;
  }

  RankLadder ladder() {
    if (ladder == null) {
      requireScores();
      DoublesSketchSortedView view = scores.getResult().getSortedView();
      ladder = RankLadder.of(view.getQuantiles(), view.getCumulativeWeights(), rankError());
    }
    return ladder;
  }

  private void requireScores() {
    if (size == 0) {
      throw new DataException("there are no scores; check that the table has rows");
    }
  }

  /**
   * The conformal p-value of a score among all scores, {@code (1 + number >= score) / (n + 1)}, or
   * up to 2 {@link #rankError()} more.
   */
  public double pValue(float score) {
    RankLadder all = ladder();
    return (1.0 + all.mostAbove(all.below(score))) / (size + 1.0);
  }

  /**
   * The threshold of a guarantee: of normal samples, at most that share scores higher. Costs what
   * {@link FalseAlarmBound} does.
   *
   * @throws RequestException when there are too few scores for the guarantee, with the number
   *     needed
   */
  public float threshold(FalseAlarmGuarantee guarantee) {
    requireScores();
    int counted = (int) Math.min(size, Integer.MAX_VALUE - 1);
    return largest(
        Math.multiplyExact(guarantee.boundFor(counted).rank(), size + 1) / (counted + 1));
  }

  /**
   * The lowest known score above which there are certainly fewer than {@code rank} scores: the
   * score of that rank from above, or a higher one.
   */
  private float largest(long rank) {
    RankLadder all = ladder();
    int low = 0;
    int high = all.last();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all.mostAbove(middle) < rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return (float) all.values()[low];
  }

  /**
   * Scores that stand for all: number j from above is the one of rank {@code j (n + 1) / (m + 1)},
   * or a higher one. Hence p-values among these m are never smaller than among all n, and at most
   * {@code 1 / (m + 1)} and 2 {@link #rankError()} larger.
   *
   * @param most m; all scores, when there are not more and the sketch is exact
   * @throws DataException when there are no scores
   */
  public Calibration calibration(int most) {
    requireScores();
    int count = (int) Math.min(most, size);
    float[] chosen = new float[count];
    for (long j = 1; j <= count; j++) {
      chosen[(int) (count - j)] = largest(Math.multiplyExact(j, size + 1) / (count + 1));
    }
    return Calibration.of(chosen);
  }

  /** To keep it, or to send it. */
  public byte[] toBytes() {
    return size == 0 ? new byte[0] : scores.getResult().compact().toByteArray();
  }

  /**
   * @throws DataException when these are not the bytes of a sketch
   */
  public static ScoreSketch ofBytes(byte[] bytes) {
    ScoreSketch sketch = new ScoreSketch();
    sketch.restore(bytes);
    return sketch;
  }

  private void restore(byte[] bytes) {
    scores = DoublesUnion.builder().setMaxK(K).build();
    if (bytes.length == 0) {
      return;
    }
    DoublesSketch saved = heapified(bytes);
    if (saved.getK() != K) {
      throw new DataException(
          "a sketch with k = %d does not go with k = %d; sketch the table again"
              .formatted(saved.getK(), K));
    }
    scores.union(saved);
    size = saved.getN();
  }

  private static DoublesSketch heapified(byte[] bytes) {
    try {
      return DoublesSketch.heapify(Memory.wrap(bytes));
    } catch (RuntimeException e) { // of several kinds
      throw new DataException("these bytes are no sketch of scores; sketch the table again", e);
    }
  }

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeObject(toBytes());
  }

  @Serial
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    restore((byte[]) in.readObject());
  }
}
