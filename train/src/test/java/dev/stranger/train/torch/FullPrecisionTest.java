package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.Float32Backend;
import org.bytedeco.pytorch.global.torch.Float32Op;
import org.bytedeco.pytorch.global.torch.Float32Precision;
import org.junit.jupiter.api.Test;

class FullPrecisionTest {

  private static Float32Precision now(Float32Op product) {
    return torch.globalContext().float32Precision(Float32Backend.CUDA, product).intern();
  }

  @Test
  void itHoldsUntilTheLastIsClosedAndThenAllIsAsBefore() {
    Float32Precision before = now(Float32Op.CONV);
    FullPrecision one = FullPrecision.begin();
    FullPrecision other = FullPrecision.begin();
    one.close();
    for (Float32Op product : new Float32Op[] {Float32Op.CONV, Float32Op.RNN, Float32Op.MATMUL}) {
      assertThat(now(product)).isEqualTo(Float32Precision.IEEE);
    }
    other.close();
    assertThat(now(Float32Op.CONV)).isEqualTo(before).isNotEqualTo(Float32Precision.IEEE);
  }
}
