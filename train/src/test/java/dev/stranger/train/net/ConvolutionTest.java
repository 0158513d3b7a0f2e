package dev.stranger.train.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.net.Convolution.Window;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import dev.stranger.train.torch.Compute;
import java.util.Arrays;
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

  @Test
  void aGraphUndoesConvolutionsAsTheNetworkDoes() {
    for (int[] sides : new int[][] {{9, 12}, {13, 11}, {17}}) {
      for (Window window : new Window[] {new Window(4, 2, 1), new Window(3, 1, 0)}) {
        int[] small = Arrays.stream(sides).map(window::shrink).toArray();
        Compute compute = Compute.on("cpu");
        Convolution layer =
            Convolution.transposed(new Parameters(compute), window, small, sides, 3, 2);
        long[] in = View.times(3, Arrays.stream(small).asLongStream().toArray());
        long[] out = View.times(2, Arrays.stream(sides).asLongStream().toArray());
        Tensor x = compute.move(torch.rand(View.times(5, in)));
        OnnxGraph graph = new OnnxGraph();
        graph.output("y", layer.write(graph, graph.input("x", in)), out);
        float[] found = OnnxRun.of(graph, "y", Compute.floats(x), x.shape());
        assertThat(found)
            .as("%s to %s", window, Arrays.toString(sides))
            .containsExactly(Compute.floats(layer.forward(x)), Offset.offset(1e-5f));
      }
    }
  }
}
