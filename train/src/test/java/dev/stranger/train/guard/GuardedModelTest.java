package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.StrangerException;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.ModelInput;
import dev.stranger.score.Network;
import dev.stranger.train.Guard;
import dev.stranger.train.GuardOptions;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedModelTest {

  private static final TestNetwork CNN = new TestNetwork("cnn-13");
  private static final GuardOptions USUAL = options(CNN.input());

  @TempDir private Path folder;

  private static GuardOptions options(ModelInput input) {
    return GuardOptions.of(input).with(TestData.tiny(1));
  }

  private static TrainedModel fit(ForeignModel model, GuardOptions options) {
    return Guard.fit(model, CNN.samples(200, 1), options, TrainListener.NONE);
  }

  private Detector open(TrainedModel trained) {
    Path file = folder.resolve("guarded.onnx");
    trained.save(file);
    return Detector.open(file);
  }

  @Test
  void inputsAndMetadataOfTheNetworkAreKept() {
    ForeignModel model =
        Edited.model(
            CNN,
            m ->
                m.setProducerName("somebody")
                    .setDocString("sorts strokes")
                    .addMetadataProps(
                        StringStringEntryProto.newBuilder().setKey("classes").setValue("0 1 2")));
    ModelProto guarded = TestNetwork.proto(fit(model, USUAL).model());
    assertThat(guarded.getProducerName()).isEqualTo("somebody");
    assertThat(guarded.getDocString()).isEqualTo("sorts strokes");
    assertThat(guarded.getMetadataProps(0).getKey()).isEqualTo("classes");
    assertThat(guarded.getMetadataProps(0).getValue()).isEqualTo("0 1 2");
    assertThat(guarded.getOpsetImportList()).isEqualTo(CNN.proto().getOpsetImportList());
    assertThat(guarded.getGraph().getInputList()).isEqualTo(CNN.proto().getGraph().getInputList());
    assertThat(guarded.getGraph().getOutput(0)).isEqualTo(CNN.proto().getGraph().getOutput(0));
    assertThat(guarded.getGraph().getNodeList())
        .startsWith(
            CNN.proto().getGraph().getNodeList().toArray(ai.onnx.proto.OnnxMl.NodeProto[]::new));
  }

  @Test
  void theEstimateOfTheFileCountsTheNetwork() {
    List<TrainingPlan> plans = new ArrayList<>();
    TrainListener listener =
        new TrainListener() {
          @Override
          public void start(TrainingPlan plan) {
            plans.add(plan);
          }
        };
    String large = "x".repeat(1 << 20);
    ForeignModel model = Edited.model(CNN, m -> m.setDocString(large));
    TrainedModel trained = Guard.fit(model, CNN.samples(200, 1), USUAL, listener);
    assertThat(plans.get(0).fileBytes())
        .isGreaterThan(1 << 20)
        .isLessThan(2L * trained.model().length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "energies",
        "statistics",
        "coordinates",
        "score",
        "parts",
        "p_value",
        "map",
        "ood"
      })
  void outputsGetAPrefixWhereTheNetworkHasOneOfTheName(String name) {
    ForeignModel model = Edited.graph(CNN, graph -> Edited.rename(graph, "output", name));
    TrainedModel trained = fit(model, USUAL);
    List<String> outputs =
        TestNetwork.proto(trained.model()).getGraph().getOutputList().stream()
            .map(output -> output.getName())
            .toList();
    assertThat(outputs)
        .containsExactly(
            name,
            "stranger_energies",
            "stranger_statistics",
            "stranger_coordinates",
            "stranger_score",
            "stranger_parts",
            "stranger_p_value",
            "stranger_ood");
    try (Detector detector = open(trained)) {
      assertThat(detector.judge(CNN.samples(1, 3).sample(0)).pValue()).isPositive();
    }
  }

  @Test
  void hiddenTensorsAndWeightsOfTheNameGiveThePrefixToo() {
    ForeignModel hidden =
        Edited.graph(CNN, graph -> Edited.rename(graph, "/Relu_1_output_0", "score"));
    try (Detector detector = open(fit(hidden, USUAL))) {
      assertThat(detector.metadata().input().outputPrefix()).isEqualTo("stranger_");
    }
    ForeignModel weights =
        Edited.graph(
            CNN,
            graph -> {
              Edited.rename(graph, "o.bias", "parts");
              graph.getInitializerBuilderList().stream()
                  .filter(tensor -> tensor.getName().equals("o.bias"))
                  .forEach(tensor -> tensor.setName("parts"));
            });
    try (Detector detector = open(fit(weights, USUAL))) {
      assertThat(detector.metadata().input().outputPrefix()).isEqualTo("stranger_");
    }
  }

  @Test
  void namesWithinABranchGiveThePrefixToo() {
    TestNetwork branch = new TestNetwork("branch-13");
    ForeignModel model =
        Edited.graph(
            branch,
            graph ->
                graph.getNodeBuilderList().stream()
                    .filter(node -> node.getOpType().equals("If"))
                    .forEach(
                        node ->
                            Edited.rename(
                                node.getAttributeBuilder(0).getGBuilder(), "r", "score")));
    try (Detector detector = open(fit(model, USUAL))) {
      assertThat(detector.metadata().input().outputPrefix()).isEqualTo("stranger_");
    }
  }

  @Test
  void namesOfAnInputCollideToo() {
    ForeignModel model = Edited.graph(CNN, graph -> Edited.rename(graph, "input", "score"));
    try (Detector detector = open(fit(model, options(ModelInput.of("score"))))) {
      assertThat(detector.metadata().input().name()).isEqualTo("score");
      assertThat(detector.metadata().input().outputPrefix()).isEqualTo("stranger_");
    }
  }

  @Test
  void namesWithThePrefixAreAvoidedToo() {
    ForeignModel model =
        Edited.graph(
            CNN,
            graph -> {
              Edited.rename(graph, "output", "score");
              Edited.rename(graph, "/Relu_1_output_0", "stranger_score");
              Edited.rename(graph, "/Relu_2_output_0", "stranger/relu_0");
            });
    try (Detector detector = open(fit(model, USUAL))) {
      assertThat(detector.judge(CNN.samples(1, 3).sample(0)).pValue()).isPositive();
    }
  }

  @Test
  void dimensionsThatTheNetworkCallsAsWeDoAreKeptApart() {
    ForeignModel model =
        Edited.graph(
            CNN,
            graph ->
                Edited.shape(graph.getInputBuilder(0))
                    .setDim(2, TensorShapeProto.Dimension.newBuilder().setDimParam("N")));
    try (Detector detector = open(fit(model, USUAL))) {
      assertThat(detector.judge(TestNetwork.values(CNN.samples(5, 3)), 5)).hasSize(5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aFixedBatchIsFreed(int batch) {
    ForeignModel model = Edited.graph(CNN, graph -> Edited.fixBatch(graph, batch));
    TrainedModel trained = fit(model, USUAL);
    int count = 40;
    Dataset judged = CNN.samples(count, 3);
    float[] values = TestNetwork.values(judged);
    try (Detector detector = open(trained);
        Network fixed = WatchedNetwork.open(model, CNN.input(), judged.shape());
        Network free = Network.open(trained.model(), "guarded", CNN.input(), judged.shape())) {
      assertThat(detector.metadata().input().oneByOne()).isFalse();
      assertThat(detector.judge(values, count)).hasSize(count);
      float[] together = free.run(values, count, Set.of("output")).get("output").numbers();
      judged.forEachBatch(
          batch,
          some ->
              assertThat(free.run(some.values(), batch, Set.of("output")).get("output").bytes())
                  .isEqualTo(
                      fixed.run(some.values(), batch, Set.of("output")).get("output").bytes()));
      float[] first =
          fixed
              .run(Arrays.copyOf(values, batch * 784), batch, Set.of("output"))
              .get("output")
              .numbers();
      assertThat(Arrays.copyOf(together, first.length)).containsExactly(first, within(1e-5f));
    }
  }

  /**
   * Its output depends on all samples of a batch.
   *
   * @param batch size of it; 0 for any
   */
  private static ForeignModel mixing(int batch) {
    return Edited.graph(
        CNN,
        graph -> {
          if (batch > 0) {
            Edited.fixBatch(graph, batch);
          }
          Edited.rename(graph, "input", "scaled");
          graph.getInputBuilder(0).setName("input");
          graph.addNode(0, Edited.node("ReduceMax", List.of("input"), "most"));
          graph.addNode(1, Edited.node("Div", List.of("input", "most"), "scaled"));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aNetworkThatMixesTheSamplesOfABatchJudgesOneByOne(int batch) {
    TrainedModel trained = fit(mixing(batch), USUAL);
    MemoryDataset judged = CNN.samples(20, 3);
    try (Detector detector = open(trained)) {
      assertThat(detector.metadata().input().oneByOne()).isTrue();
      List<Verdict> together = detector.judge(TestNetwork.values(judged), 20);
      for (int i = 0; i < 20; i++) {
        assertThat(detector.judge(judged.sample(i))).isEqualTo(together.get(i));
      }
    }
  }

  @Test
  void aNetworkThatMixesABatchOfSeveralIsRefused() {
    assertThatThrownBy(() -> fit(mixing(2), USUAL))
        .isInstanceOf(StrangerException.class)
        .hasMessage(
            "cnn-13.onnx takes 2 samples at a time and cannot be run on another number of them;"
                + " export it for one sample or for any number");
  }

  @Test
  void theNetworksOwnOutputsCanBeLeftOut() {
    TrainedModel trained = fit(CNN.model(), USUAL.withOutputs(false));
    ModelProto guarded = TestNetwork.proto(trained.model());
    assertThat(guarded.getGraph().getOutputList())
        .extracting(output -> output.getName())
        .containsExactly(
            "energies", "statistics", "coordinates", "score", "parts", "p_value", "ood");
    try (Detector detector = open(trained)) {
      assertThat(detector.judge(CNN.samples(1, 3).sample(0)).pValue()).isPositive();
    }
  }

  @Test
  void severalTensorsAreJoined() {
    GuardOptions several = USUAL.at(List.of("/Relu_3_output_0", "/Relu_2_output_0", "input"));
    try (Detector detector = open(fit(CNN.model(), several))) {
      assertThat(detector.metadata().card()).contains("\"watched_features\":57");
      assertThat(detector.metadata().card()).contains("/Relu_3_output_0 /Relu_2_output_0 input");
    }
  }

  @Test
  void withoutLogitsTheClassifierDoesNotTestify() {
    try (Detector detector = open(fit(CNN.model(), USUAL.withLogits(null)))) {
      assertThat(detector.metadata().parts())
          .containsExactly("direction of the features", "length of the features");
      assertThat(detector.metadata().energies()).doesNotContain("energy", "max_softmax", "margin");
    }
  }

  @Test
  void withLabelsTheDistanceToTheClassesIsAnEnergy() {
    Dataset labelled = TestData.images("sprites:square,ellipse,heart,size=300", 28);
    assertThat(labelled.labelNames()).hasSizeGreaterThan(1);
    TrainedModel trained = Guard.fit(CNN.model(), labelled, USUAL, TrainListener.NONE);
    try (Detector detector = open(trained)) {
      assertThat(detector.metadata().energies()).endsWith("margin", "mahalanobis");
      float[] sample = labelled.inMemory().sample(0);
      for (float energy : detector.judge(sample).energies().values()) {
        assertThat(energy).isFinite();
      }
    }
  }

  @Test
  void valuesArePreparedAsTheFileSays() {
    ModelInput levels = CNN.input().withValues(255, List.of(127.5f), List.of(64f));
    MemoryDataset judged = CNN.samples(3, 3);
    try (Detector detector = open(fit(CNN.model(), options(levels)))) {
      assertThat(detector.metadata().input()).isEqualTo(levels);
      assertThat(detector.judge(judged.sample(0)).score()).isFinite();
    }
    float[] prepared = judged.sample(0);
    for (int i = 0; i < prepared.length; i++) {
      prepared[i] = (255 * prepared[i] - 127.5f) / 64f;
    }
    try (Network plain = WatchedNetwork.open(CNN.model(), CNN.input(), judged.shape());
        Network scaled = WatchedNetwork.open(CNN.model(), levels, judged.shape())) {
      assertThat(scaled.run(judged.sample(0), 1, Set.of("output")).get("output").bytes())
          .isEqualTo(plain.run(prepared, 1, Set.of("output")).get("output").bytes());
    }
  }

  @Test
  void withoutLabelsThereAreNoClasses() {
    try (Detector detector = open(fit(CNN.model(), USUAL))) {
      assertThat(detector.metadata().energies()).doesNotContain("mahalanobis");
    }
  }
}
