package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StrangerModelTest {

  @RegisterExtension static final LocalSpark SPARK = LocalSpark.withThreads(2);

  private static final float[][] SAMPLES = Table.samples(2000);

  private static String file;

  @BeforeAll
  static void write() {
    file = Table.write(SPARK.folder(), "table.onnx").toString();
  }

  private static StrangerModel model() {
    return StrangerModel.fromFile(file).setInputCol("features");
  }

  private static Dataset<Row> arrays() {
    return Table.arrays(SPARK.session(), SAMPLES, 3);
  }

  @Test
  void verdictsAreThoseOfTheDetectorBitForBit() {
    Table.assertJudged(model().transform(arrays()), SAMPLES);
  }

  @Test
  void someRowsAreStrangersAndMostAreNot() {
    long strangers = model().transform(arrays()).where("isOod").count();
    assertThat(strangers).isBetween(50L, 400L);
  }
}
