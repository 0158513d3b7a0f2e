package dev.stranger.bench;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Resize;
import dev.stranger.prepare.Scale;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import dev.stranger.spark.StrangerModel;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Rows a second that {@code StrangerModel} judges from a Parquet file, against a plain loop over
 * {@code Detector} with as many threads and its samples in memory. Claim: at least 0.8 x once warm,
 * for images of 28x28 and for rows of 30 columns, with 1 and 2 threads. Arguments: a folder that
 * keeps the detectors for the next time; none trains them each time, which takes minutes.
 */
public final class SparkBench {

  private static final int TRAINED_ON = 10_000;
  private static final int ROUNDS = 5;
  private static final Catalogue CATALOGUE =
      new Catalogue(DataFolders.standard(null, System.getenv()));

  private SparkBench() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("stranger-bench");
    Path kept = args.length == 0 ? folder : Path.of(args[0]);
    try {
      Path images = trained(images(), kept.resolve("images.onnx"));
      Path rows = trained(rows(), kept.resolve("rows.onnx"));
      for (int threads : new int[] {1, 2}) {
        compare("images of 28x28", images, images(), 20_000, threads, folder);
        compare("rows of 30 columns", rows, rows(), 200_000, threads, folder);
      }
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
      }
    }
  }

  private static Dataset images() {
    return CATALOGUE
        .open("sprites:size=%d,seed=1".formatted(TRAINED_ON), DataOptions.DEFAULT)
        .map(Resize.to(28, 28))
        .map(Scale.toUnit());
  }

  /** Thirty mixtures of five causes. */
  private static Dataset rows() {
    Random random = new Random(1);
    float[][] rows = new float[TRAINED_ON][30];
    for (float[] row : rows) {
      double[] causes = random.doubles(5).toArray();
      for (int i = 0; i < row.length; i++) {
        double mixed = causes[i % 5] * (1 + i) + causes[i / 6];
        row[i] = (float) (mixed + 0.1 * random.nextGaussian());
      }
    }
    return MemoryDataset.of("rows", Shape.of(30), Range.ANY, rows);
  }

  private static Path trained(Dataset data, Path file) {
    if (!Files.exists(file)) {
      LearningOptions few = LearningOptions.DEFAULT.withEpochs(3);
      TrainOptions options = TrainOptions.DEFAULT.with(few).withDevice("cpu");
      Trainer.fit(data, options, TrainListener.NONE).save(file);
    }
    return file;
  }

  private static void compare(
      String what, Path detector, Dataset data, int count, int threads, Path folder)
      throws IOException {
    MemoryDataset samples = data.inMemory();
    try (SparkSession spark = session(threads, folder);
        Detector opened = Detector.open(detector, OpenOptions.DEFAULT.withThreads(1))) {
      String table = table(spark, samples, count, folder.resolve(what.replace(' ', '-')));
      StrangerModel model = StrangerModel.fromFile(detector.toString()).setInputCol("features");
      double[] plain = new double[ROUNDS];
      double[] onSpark = new double[ROUNDS];
      for (int round = -2; round < ROUNDS; round++) {
        double one = rate(count, () -> loop(opened, samples, count, threads));
        double other = rate(count, () -> judge(spark, model, table));
        if (round >= 0) {
          plain[round] = one;
          onSpark[round] = other;
        }
      }
      Arrays.sort(plain);
      Arrays.sort(onSpark);
      System.out.printf(
          "%s, %d threads: Detector %,.0f/s, Spark %,.0f/s, ratio %.2f%n",
          what,
          threads,
          plain[ROUNDS / 2],
          onSpark[ROUNDS / 2],
          onSpark[ROUNDS / 2] / plain[ROUNDS / 2]);
    }
  }

  private static SparkSession session(int threads, Path folder) {
    return SparkSession.builder()
        .master("local[%d]".formatted(threads))
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "localhost")
        .config("spark.local.dir", folder.resolve("local").toString())
        .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
        .getOrCreate();
  }

  private static String table(SparkSession spark, MemoryDataset samples, int count, Path file) {
    StructType schema =
        new StructType()
            .add("id", DataTypes.LongType)
            .add("features", DataTypes.createArrayType(DataTypes.FloatType));
    List<Row> rows = new ArrayList<>();
    IntStream.range(0, (int) samples.size())
        .forEach(i -> rows.add(RowFactory.create((long) i, samples.sample(i))));
    int copies = (int) (count / samples.size());
    spark
        .createDataFrame(rows, schema)
        .crossJoin(spark.range(copies).toDF("copy"))
        .repartition(8)
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(file.toString());
    return file.toString();
  }

  private static void judge(SparkSession spark, StrangerModel model, String table) {
    model
        .transform(spark.read().parquet(table))
        .write()
        .format("noop")
        .mode(SaveMode.Overwrite)
        .save();
  }

  private static void loop(Detector detector, MemoryDataset samples, int count, int threads) {
    CompletableFuture.allOf(
            IntStream.range(0, threads)
                .mapToObj(
                    i ->
                        CompletableFuture.runAsync(
                            () -> loop(detector, samples, count / threads),
                            work -> new Thread(work).start()))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  private static void loop(Detector detector, MemoryDataset samples, int count) {
    int size = samples.shape().size();
    float[] batch = new float[detector.batchSize() * size];
    for (int from = 0; from < count; from += detector.batchSize()) {
      int some = Math.min(detector.batchSize(), count - from);
      for (int i = 0; i < some; i++) {
        samples.copy((from + i) % (int) samples.size(), batch, i * size);
      }
      detector.judge(FloatBuffer.wrap(batch, 0, some * size), some);
    }
  }

  private static double rate(int count, Runnable work) {
    long start = System.nanoTime();
    work.run();
    return count / ((System.nanoTime() - start) / 1e9);
  }
}
