package dev.stranger.train.method;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.table.Column;
import dev.stranger.train.NamedMethod;
import dev.stranger.train.TestData;
import dev.stranger.train.Trainer;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.loop.TrainListener;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataCheckTest {

  /** Two columns, the second with gaps and values of a size. */
  private static MemoryDataset rows(double size) {
    Random random = new Random(1);
    float[][] rows = new float[200][];
    for (int i = 0; i < rows.length; i++) {
      double value = i % 7 == 0 ? Double.NaN : size * (2 * random.nextDouble() - 1);
      rows[i] = new float[] {(float) random.nextGaussian(), (float) value};
    }
    return MemoryDataset.of("rows", Column.numbers(2), rows);
  }

  @ParameterizedTest
  @EnumSource(names = {"ST_RKM", "PCA", "NEIGHBOURS"})
  void columnsThatFloatsCannotScaleAreNamed(NamedMethod method) {
    Method made = method.make(new NamedMethod.Given(Strangers.made(), 0.05));
    for (double size : new double[] {1e-44, 3.4e38}) {
      assertThatThrownBy(
              () -> Trainer.fit(rows(size), TestData.tiny(1).with(made), TrainListener.NONE))
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith("the values of column '%s' of rows differ by".formatted(name()))
          .hasMessageEndingWith("for a float; rescale the column or drop it");
    }
  }

  private static String name() {
    return Column.numbers(2).get(1).name();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-37, 1, 1e38})
  void othersAreTaken(double size) {
    assertThatCode(() -> DataCheck.requireScales(rows(size))).doesNotThrowAnyException();
  }

  @Test
  void picturesHaveNoColumns() {
    assertThatCode(() -> DataCheck.requireScales(TestData.images("sprites:size=20", 8).inMemory()))
        .doesNotThrowAnyException();
  }
}
