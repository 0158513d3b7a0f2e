package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.score.OpenOptions;
import dev.stranger.score.SharedDetectors;
import java.util.Iterator;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How much of a partition is held at a time. */
class JudgedRowsTest {

  @RegisterExtension static final LocalSpark SPARK = LocalSpark.withThreads(1);

  private static final StructType SCHEMA =
      new StructType()
          .add("features", DataTypes.createArrayType(DataTypes.FloatType))
          .add("blob", DataTypes.BinaryType);

  private static StrangerModel model;

  private long taken;

  @BeforeAll
  static void open() {
    model =
        StrangerModel.fromFile(Table.write(SPARK.folder(), "table.onnx").toString())
            .setInputCol("features");
  }

  private Iterator<InternalRow> rows(long count, int blob) {
    return LongStream.range(0, count)
        .mapToObj(
            i -> {
              taken++;
              ArrayData features = ArrayData.toArrayData(new float[] {20, 10, 1000});
              return (InternalRow) new GenericInternalRow(new Object[] {features, new byte[blob]});
            })
        .iterator();
  }

  /** The largest number of rows that were taken and not given back yet. */
  private long mostHeld(long count, int blob) {
    try (SharedDetectors.Lease lease = model.content().lease()) {
      Iterator<InternalRow> judged =
          model.task(SPARK.session(), SCHEMA).judge(rows(count, blob), lease);
      long given = 0;
      long most = 0;
      while (judged.hasNext()) {
        most = Math.max(most, taken - given);
        judged.next();
        given++;
      }
      assertThat(given).isEqualTo(count);
      return most;
    }
  }

  @Test
  void aPartitionOfAnySizeTakesTheMemoryOfOneBatch() {
    assertThat(mostHeld(100_000, 0)).isEqualTo(256);
  }

  @Test
  void rowsWithLargeColumnsWaitInSmallerBatches() {
    assertThat(mostHeld(100, 4 << 20)).isEqualTo(4);
  }

  @Test
  void detectorsThatNobodyUsesAreClosedButForAFew() {
    int before = DetectorContent.OPEN.open();
    byte[] file = Table.resource("table.onnx");
    for (int i = 0; i < 10; i++) {
      DetectorContent.OPEN.lease("copy " + i, "copy", OpenOptions.DEFAULT, () -> file).close();
    }
    assertThat(DetectorContent.OPEN.open()).isLessThanOrEqualTo(Math.max(before, 4));
    try (SharedDetectors.Lease used =
        DetectorContent.OPEN.lease("used", "copy", OpenOptions.DEFAULT, () -> file)) {
      for (int i = 0; i < 10; i++) {
        DetectorContent.OPEN.lease("copy " + i, "copy", OpenOptions.DEFAULT, () -> file).close();
      }
      assertThat(used.detector().judge(new float[] {20, 10, 1000}).ood()).isFalse();
    }
  }
}
