package dev.stranger.train.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.net.Convolution.Window;
import dev.stranger.train.torch.Compute;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

class ConvolutionTest {

  @Test
  void aProductOfMatricesIsTheSameConvolution() {
    Compute exact = Compute.exact();
    for (Window window : new Window[] {new Window(4, 2, 1), new Window(3, 1, 0)}) {
      int[] sides = {17, 20};
      Convolution layer = Convolution.of(new Parameters(exact), window, sides, 1, 5);
      Tensor x = exact.move(torch.rand(3, 1, 17, 20));
      Tensor expected = layer.convolved(x);
      Tensor found = layer.forward(x);
      assertThat(found.shape()).isEqualTo(expected.shape());
      assertThat(found.sub(expected).abs().max().item_double()).isCloseTo(0, Offset.offset(1e-12));
    }
  }
}
