package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.score.ModelInput;
import dev.stranger.score.Network;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WatchedNetworkTest {

  private static final Shape PICTURE = Shape.of(1, 28, 28);

  private static WatchedNetwork network(String name) {
    TestNetwork network = new TestNetwork(name);
    return WatchedNetwork.of(network.model(), network.input(), network.samples(1, 1).shape());
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(DataException.class).hasMessage(message);
  }

  @Test
  void tensorsThatAreNotThereAreRefused() {
    assertRefused(
        () -> network("cnn-13").features(List.of("/Relu_9_output_0")),
        "cnn-13.onnx has no tensor '/Relu_9_output_0' outside of its loops and branches; list those"
            + " that it has");
    assertRefused(
        () -> network("cnn-13").logits("nowhere"),
        "cnn-13.onnx has no tensor 'nowhere' outside of its loops and branches; list those that it"
            + " has");
  }

  @Test
  void tensorsWithinABranchAreRefused() {
    assertRefused(
        () -> network("branch-13").features(List.of("r")),
        "branch-13.onnx has no tensor 'r' outside of its loops and branches; list those that it"
            + " has");
  }

  @Test
  void weightsAreNoTensorsToWatch() {
    assertRefused(
        () -> network("cnn-13").features(List.of("o.bias")),
        "the tensor 'o.bias' of cnn-13.onnx does not depend on the input; watch another one");
  }

  @Test
  void tensorsThatDoNotDependOnTheInputAreRefused() {
    assertRefused(
        () -> network("lstm-13").features(List.of("/l/Constant_output_0")),
        "the tensor '/l/Constant_output_0' of lstm-13.onnx does not depend on the input; watch"
            + " another one");
    assertRefused(
        () -> network("two-inputs-13").features(List.of("temperature")),
        "the tensor 'temperature' of two-inputs-13.onnx does not depend on the input; watch another"
            + " one");
  }

  @Test
  void tensorsWithoutABatchAreRefused() {
    assertRefused(
        () -> network("lstm-13").features(List.of("/l/Transpose_output_0")),
        "the tensor '/l/Transpose_output_0' of lstm-13.onnx has the shape [140, 2, 1] for 2"
            + " samples, so its first dimension is not the batch; watch another one");
  }

  @Test
  void tensorsOfWholeNumbersAreRefused() {
    WatchedNetwork network =
        WatchedNetwork.of(
            Edited.graph(
                new TestNetwork("cnn-13"),
                graph ->
                    graph.addNode(
                        Edited.node("ArgMax", List.of("/Relu_2_output_0"), "largest").toBuilder()
                            .addAttribute(NodeAttributes.of("axis", 1)))),
            ModelInput.of("input"),
            PICTURE);
    assertRefused(
        () -> network.features(List.of("largest")),
        "the tensor 'largest' of cnn-13.onnx holds numbers of type INT64; watch another one");
  }

  @Test
  void inputsWithoutANumberAreRefused() {
    assertRefused(
        () ->
            WatchedNetwork.of(
                new TestNetwork("two-inputs-13").model(), ModelInput.of("input"), PICTURE),
        "two-inputs-13.onnx has the inputs input [?, 1, 28, 28], temperature [1], samples are given"
            + " to input; tell a number that fills 'temperature'");
  }

  @Test
  void inputsThatAreNotThereAreRefused() {
    TestNetwork cnn = new TestNetwork("cnn-13");
    assertRefused(
        () -> WatchedNetwork.of(cnn.model(), ModelInput.of("x"), PICTURE),
        "cnn-13.onnx has no input 'x'; it has input [?, 1, 28, 28]");
    ModelInput constant = cnn.input().withConstants(Map.of("temperature", 1f));
    assertRefused(
        () -> WatchedNetwork.of(cnn.model(), constant, PICTURE),
        "cnn-13.onnx has no input 'temperature'; it has input [?, 1, 28, 28]");
  }

  @Test
  void samplesOfAnotherShapeAreRefused() {
    TestNetwork cnn = new TestNetwork("cnn-13");
    assertRefused(
        () -> WatchedNetwork.of(cnn.model(), cnn.input(), Shape.of(3, 32, 32)).features(List.of()),
        "cnn-13.onnx cannot be run: the input input takes [-1, 1, 28, 28], samples of 3x32x32 do not fit");
    ModelInput means = cnn.input().withValues(1, List.of(1f, 2f, 3f), List.of());
    assertRefused(
        () -> WatchedNetwork.of(cnn.model(), means, PICTURE),
        "cnn-13.onnx: there are 3 means for samples of 1x28x28, which take 1 or one");
  }

  @Test
  void logitsAreARowOfTwoOrMore() {
    assertRefused(
        () -> network("cnn-13").logits("/Relu_2_output_0"),
        "the tensor '/Relu_2_output_0' of cnn-13.onnx has 32x7x7 numbers a sample; logits are a row"
            + " of two or more");
  }

  @Test
  void operatorsThatOnnxRuntimeDoesNotHaveAreRefused() {
    assertThatThrownBy(() -> network("lstm-7").features(List.of()))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("ONNX Runtime cannot run lstm-7.onnx (")
        .hasMessageContaining("ConstantFill")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void candidatesSayWhatTheyAre() {
    assertThat(network("cnn-13").candidates())
        .extracting(Watched::tensor, Watched::shape, Watched::meaning)
        .containsExactly(
            tuple("/Relu_3_output_0", "24", "what the last layer decides by"),
            tuple("/ReduceMean_output_0", "32", "input of the fully connected layer /f/Gemm"),
            tuple("/Relu_2_output_0", "32x7x7", "before the pooling /ReduceMean"),
            tuple("/Relu_1_output_0", "16x14x14", "input of the convolution /c/Conv"),
            tuple("/Relu_output_0", "8x28x28", "input of the convolution /b/Conv"));
  }

  /** It is not the first input of the product that leads to the layer. */
  @Test
  void anInputThatIsFilledWithANumberIsNoWayToALayer() {
    TestNetwork two = new TestNetwork("two-inputs-13");
    ForeignModel model =
        Edited.graph(
            two,
            graph -> {
              Edited.rename(graph, "output", "divided");
              graph.getOutputBuilder(0).setName("output");
              graph.addNode(Edited.node("Mul", List.of("temperature", "divided"), "output"));
            });
    assertThat(WatchedNetwork.of(model, two.input(), PICTURE).features(List.of()))
        .extracting(Watched::tensor)
        .containsExactly("/Relu_3_output_0");
  }

  @Test
  void aLoopWithoutAnEndIsEnded() {
    TestNetwork branch = new TestNetwork("branch-13");
    ForeignModel model =
        Edited.graph(
            branch,
            graph ->
                graph.getNodeBuilderList().stream()
                    .filter(node -> node.getOpType().equals("Loop"))
                    .forEach(node -> node.setInput(0, "")));
    try (Network network = WatchedNetwork.open(model, branch.input(), PICTURE)) {
      assertRefused(
          () -> network.run(new float[784], 1, Set.of("output"), Duration.ofSeconds(1)),
          "branch-13.onnx took more than 1 seconds for 1 samples; it may have a loop without an"
              + " end");
    }
  }
}
