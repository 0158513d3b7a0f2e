package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.table.Column;
import dev.stranger.train.TrainOptions;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Trains one detector on several executors at once: all ranks run in one barrier stage, each in a
 * task with its share of the rows. When a rank is lost, Spark runs the stage again, and training
 * goes on from the last checkpoint if one is kept.
 *
 * @param kind of the samples
 * @param options the same on every rank; a supplier, because they travel to the executors
 * @param ranks how many tasks train together
 * @param checkpointDir where training is kept, or null
 * @param everyEpochs how often it is
 */
record BarrierTraining(
    SampleKind kind, Options options, int ranks, @Nullable String checkpointDir, int everyEpochs) {

  /** Makes the options wherever they are needed. */
  interface Options extends Supplier<TrainOptions>, Serializable {}

  static StrangerModel fit(StrangerEstimator estimator, DrawnSamples.All samples) {
    BarrierTraining training =
        new BarrierTraining(
            new SampleKind(samples.shape(), Column.numbers(samples.columns())),
            DriverTraining.wishes(estimator),
            estimator.getRanks(),
            estimator.getCheckpointDir().isEmpty() ? null : estimator.getCheckpointDir(),
            estimator.getCheckpointInterval());
    byte[] detector = training.train(samples.rows()).detector();
    return StrangerModel.of(estimator.uid(), "the trained detector", detector);
  }

  /**
   * Reads the samples twice: once to count them, once to send them to their ranks. They must come
   * in the same order both times.
   *
   * @throws DataException when the samples cannot be learnt from
   */
  Outcome train(JavaRDD<float[]> samples) {
    long[] starts = starts(samples);
    long rows = starts[starts.length - 1];
    TrainOptions chosen = options.get();
    int heldOut = chosen.calibration().sizeFor(SampleKind.NAME, rows);
    Dealing dealing = new Dealing(rows, heldOut, ranks, chosen.seed());
    @Nullable CheckpointFolder checkpoint = checkpoint(samples, dealing, chosen);
    RankTask task = new RankTask(kind, options, dealing, checkpoint);
    Outcome outcome = run(task, dealt(samples, starts, dealing));
    outcome.detector(); // or its complaint, which leaves the checkpoint
    if (checkpoint != null) {
      checkpoint.delete();
    }
    return outcome;
  }

  /** How many rows come before each partition, and in the end how many there are. */
  private static long[] starts(JavaRDD<float[]> samples) {
    List<Long> sizes = samples.mapPartitions(rows -> List.of(size(rows)).iterator()).collect();
    long[] starts = new long[sizes.size() + 1];
    for (int i = 0; i < sizes.size(); i++) {
      starts[i + 1] = starts[i] + sizes.get(i);
    }
    return starts;
  }

  private static long size(Iterator<float[]> rows) {
    long size = 0;
    for (; rows.hasNext(); size++) {
      rows.next();
    }
    return size;
  }

  /** The file is named by all that the training depends on but the values, which it checks. */
  @Nullable CheckpointFolder checkpoint(
      JavaRDD<float[]> samples, Dealing dealing, TrainOptions chosen) {
    if (checkpointDir == null) {
      return null;
    }
    int job = (chosen.text() + kind + dealing).hashCode();
    return new CheckpointFolder(
        "%s/stranger-%08x.checkpoint".formatted(checkpointDir, job),
        everyEpochs,
        new SerializableConfiguration(samples.context().hadoopConfiguration()));
  }

  private static JavaPairRDD<Long, float[]> dealt(
      JavaRDD<float[]> samples, long[] starts, Dealing dealing) {
    return samples
        .mapPartitionsWithIndex((partition, rows) -> placed(rows, starts[partition], dealing), true)
        .mapToPair(row -> row)
        .repartitionAndSortWithinPartitions(dealing.partitioner());
  }

  private static Iterator<Tuple2<Long, float[]>> placed(
      Iterator<float[]> rows, long start, Dealing dealing) {
    return new Iterator<>() {
      private long position = start;

      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Tuple2<Long, float[]> next() {
        return new Tuple2<>(dealing.place(position++), rows.next());
      }
    };
  }

  /** Spark runs a barrier stage again only if its outcome is shuffled. */
  private static Outcome run(RankTask task, JavaPairRDD<Long, float[]> dealt) {
    ClassTag<Outcome> tag = ClassTag$.MODULE$.apply(Outcome.class);
    RDD<Outcome> outcomes = dealt.rdd().barrier().mapPartitions(onRank(task), false, tag);
    return JavaRDD.fromRDD(outcomes, tag).coalesce(1, true).collect().get(0);
  }

  /** A function of Scala that can be sent to executors. */
  private interface OnRank
      extends Function1<
              scala.collection.Iterator<Tuple2<Long, float[]>>, scala.collection.Iterator<Outcome>>,
          Serializable {}

  private static OnRank onRank(RankTask task) {
    return rows ->
        CollectionConverters.asScala(task.run(CollectionConverters.asJava(rows)).iterator());
  }

  /**
   * What the first rank returns. Complaints about the data come back as a value: a task that fails
   * with one would be run again, to complain again.
   *
   * @param firstEpoch from which on it was trained when it came about, counted from one
   */
  record Outcome(byte @Nullable [] bytes, int firstEpoch, @Nullable String complaint)
      implements Serializable {

    byte[] detector() {
      if (bytes == null) {
        throw new DataException(String.valueOf(complaint));
      }
      return bytes;
    }
  }
}
