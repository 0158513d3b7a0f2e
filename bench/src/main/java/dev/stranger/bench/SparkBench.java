package dev.stranger.bench;

import com.sun.management.OperatingSystemMXBean;
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
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Rows a second that {@code StrangerModel} judges, against a plain loop over {@code Detector} with
 * as many threads, both with their samples in memory. Claim: at least 0.8 x once warm, for images
 * of 28x28 and for rows of 30 columns, with 1 and 2 threads; the processor time a row is less
 * disturbed by what else the machine does. Arguments: a folder that keeps the detectors for the
 * next time; none trains them each time, which takes minutes.
 */
public final class SparkBench {

  private static final int TRAINED_ON = 10_000;
  private static final int WARM_UP = 1;
  private static final int ROUNDS = 3;
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
        compare("images of 28x28", images, images(), 100_000, threads, folder);
        compare("rows of 30 columns", rows, rows(), 400_000, threads, folder);
      }
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
      }
    }
  }

  private static dev.stranger.Dataset images() {
    return CATALOGUE
        .open("sprites:size=%d,seed=1".formatted(TRAINED_ON), DataOptions.DEFAULT)
        .map(Resize.to(28, 28))
        .map(Scale.toUnit());
  }

  /** Thirty mixtures of five causes. */
  private static dev.stranger.Dataset rows() {
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

  private static Path trained(dev.stranger.Dataset data, Path file) {
    if (!Files.exists(file)) {
      LearningOptions few = LearningOptions.DEFAULT.withEpochs(3);
      TrainOptions options = TrainOptions.DEFAULT.with(few).withDevice("cpu");
      Trainer.fit(data, options, TrainListener.NONE).save(file);
    }
    return file;
  }

  private static void compare(
      String what, Path detector, dev.stranger.Dataset data, int count, int threads, Path folder)
      throws IOException {
    MemoryDataset samples = data.inMemory();
    try (SparkSession spark = session(threads, folder);
        Detector opened = Detector.open(detector, OpenOptions.DEFAULT.withThreads(1))) {
      Dataset<Row> table = table(spark, samples, count);
      StrangerModel model = StrangerModel.fromFile(detector.toString()).setInputCol("features");
      List<Cost> plain = new ArrayList<>();
      List<Cost> onSpark = new ArrayList<>();
      for (int round = -WARM_UP; round < ROUNDS; round++) {
        Cost one = Cost.of(count, () -> loop(opened, samples, count, threads));
        Cost other = Cost.of(count, () -> judge(model, table));
        if (round >= 0) {
          plain.add(one);
          onSpark.add(other);
        }
      }
      print(what, threads, plain, onSpark);
    }
  }

  /** Of a row, in microseconds: what a clock shows, and what all cores spent on this process. */
  private record Cost(double elapsed, double processor) {

    static Cost of(int rows, Runnable work) {
      OperatingSystemMXBean system =
          (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long start = System.nanoTime();
      long used = system.getProcessCpuTime();
      work.run();
      return new Cost(
          (System.nanoTime() - start) / 1e3 / rows,
          (system.getProcessCpuTime() - used) / 1e3 / rows);
    }

    static double median(List<Cost> costs, ToDoubleFunction<Cost> which) {
      return costs.stream().mapToDouble(which).sorted().toArray()[costs.size() / 2];
    }
  }

  private static void print(String what, int threads, List<Cost> plain, List<Cost> onSpark) {
    double plainTime = Cost.median(plain, Cost::elapsed);
    double sparkTime = Cost.median(onSpark, Cost::elapsed);
    double plainWork = Cost.median(plain, Cost::processor);
    double sparkWork = Cost.median(onSpark, Cost::processor);
    System.out.printf(
        "%s, %d threads: Detector %,.0f/s, Spark %,.0f/s, ratio %.2f;"
            + " processor time a row %.1f and %.1f us, ratio %.2f%n",
        what,
        threads,
        1e6 / plainTime,
        1e6 / sparkTime,
        plainTime / sparkTime,
        plainWork,
        sparkWork,
        plainWork / sparkWork);
  }

  private static SparkSession session(int threads, Path folder) {
    Logger.getLogger("").setLevel(Level.WARNING); // Spark would tell of every stage
    return SparkSession.builder()
        .master("local[%d]".formatted(threads))
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "localhost")
        .config("spark.local.dir", folder.resolve("local").toString())
        .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
        .getOrCreate();
  }

  /** In memory, as the samples of the plain loop are. */
  private static Dataset<Row> table(SparkSession spark, MemoryDataset samples, int count) {
    StructType schema =
        new StructType()
            .add("id", DataTypes.LongType)
            .add("features", DataTypes.createArrayType(DataTypes.FloatType));
    List<Row> rows = new ArrayList<>();
    IntStream.range(0, (int) samples.size())
        .forEach(i -> rows.add(RowFactory.create((long) i, samples.sample(i))));
    Dataset<Row> table =
        spark
            .createDataFrame(rows, schema)
            .crossJoin(spark.range(count / samples.size()).toDF("copy"))
            .repartition(8)
            .cache();
    table.count();
    return table;
  }

  private static void judge(StrangerModel model, Dataset<Row> table) {
    model.transform(table).write().format("noop").mode(SaveMode.Overwrite).save();
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
}
