package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The table detector of format 1 with generated rows, one in ten of which is strange. */
public final class Table {

  static final List<String> COLUMNS = List.of("temperature", "pressure", "speed");

  private static final String FOLDER = "/dev/stranger/score/format-1/";

  private Table() {}

  public static byte[] resource(String name) {
    try (InputStream in = Table.class.getResourceAsStream(FOLDER + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Path write(Path folder, String name) {
    try {
      return Files.write(folder.resolve(name), resource(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static float[][] samples(int count) {
    Random random = new Random(1);
    float[][] samples = new float[count][];
    for (int i = 0; i < count; i++) {
      double strange = i % 10 == 9 ? 40 : 1;
      double warm = 2 * random.nextGaussian();
      samples[i] =
          new float[] {
            (float) (20 + warm),
            (float) (10 + warm / 2 + 0.1 * strange * random.nextGaussian()),
            (float) (1000 + 15 * warm + strange * random.nextGaussian())
          };
    }
    return samples;
  }

  /** One after another, in the batches in which a partition with all of them is judged. */
  static List<Verdict> verdicts(List<float[]> samples) {
    try (Detector detector =
        Detector.open(resource("table.onnx"), OpenOptions.DEFAULT.withThreads(1))) {
      float[] all = new float[3 * samples.size()];
      for (int i = 0; i < samples.size(); i++) {
        System.arraycopy(samples.get(i), 0, all, 3 * i, 3);
      }
      return detector.judge(all, samples.size());
    }
  }

  /**
   * Judged rows as the plain detector judges those of each partition, bit for bit.
   *
   * @param judged with the columns {@code id}, {@code part}, {@code score}, {@code pValue}, {@code
   *     isOod}, of all samples and some more
   */
  static void assertJudged(Dataset<Row> judged, float[][] samples) {
    assertJudged(judged.collectAsList(), samples);
  }

  static void assertJudged(List<Row> rows, float[][] samples) {
    assertThat(rows)
        .extracting(row -> row.<Long>getAs("id"))
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, samples.length).boxed().toList());
    rows.stream()
        .collect(Collectors.groupingBy(row -> row.<Integer>getAs("part")))
        .values()
        .forEach(part -> assertPartition(part, samples));
  }

  private static void assertPartition(List<Row> rows, float[][] samples) {
    List<Verdict> verdicts =
        verdicts(rows.stream().map(row -> samples[row.<Long>getAs("id").intValue()]).toList());
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Verdict verdict = verdicts.get(i);
      assertThat(List.of(row.getAs("score"), row.getAs("pValue"), row.getAs("isOod")))
          .as("row %d of its partition", i)
          .isEqualTo(List.of(verdict.score(), verdict.pValue(), verdict.ood()));
    }
  }

  /** Rows of {@code id}, {@code features}, an array of floats, and {@code part}. */
  public static Dataset<Row> arrays(SparkSession spark, float[][] samples, int partitions) {
    StructType schema =
        new StructType()
            .add("id", DataTypes.LongType, false)
            .add("features", DataTypes.createArrayType(DataTypes.FloatType));
    List<Row> rows = new ArrayList<>();
    IntStream.range(0, samples.length)
        .forEach(i -> rows.add(RowFactory.create((long) i, samples[i])));
    return spark
        .createDataFrame(rows, schema)
        .repartition(partitions)
        .withColumn("part", functions.spark_partition_id());
  }

  /** The same with each value in a column of its own. */
  static Dataset<Row> columns(Dataset<Row> arrays) {
    return arrays.selectExpr(
        "id",
        "part",
        "features[2] as speed",
        "features[0] as temperature",
        "features[1] as pressure");
  }
}
