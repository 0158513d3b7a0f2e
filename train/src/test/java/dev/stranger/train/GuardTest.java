package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Batch;
import dev.stranger.Dataset;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.Network;
import dev.stranger.train.guard.ForeignModel;
import dev.stranger.train.guard.TestNetwork;
import dev.stranger.train.guard.WatchedNetwork;
import dev.stranger.train.loop.TrainListener;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks of several exporters and operator sets, guarded. */
class GuardTest {

  private static final int LEARNT = 300;
  private static final int JUDGED = 1000;
  private static final int LARGE_BATCH = 32;
  private static final Set<String> VERDICT = Set.of("score", "energies", "p_value");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cnn-7",
        "cnn-8",
        "cnn-9",
        "cnn-11",
        "cnn-13",
        "cnn-16",
        "cnn-18",
        "cnn-20",
        "cnn-fixed-12",
        "nhwc-13",
        "two-inputs-13",
        "half-17",
        "branch-13",
        "lstm-9",
        "lstm-11",
        "lstm-13",
        "lstm-17",
        "lstm-20",
        "vit-9",
        "vit-11",
        "vit-13",
        "vit-17",
        "vit-20"
      })
  void answersAsBeforeAndJudges(String name, @TempDir Path folder) {
    TestNetwork network = new TestNetwork(name);
    ForeignModel model = network.model();
    TrainedModel trained = fit(network);
    trained.save(folder.resolve("guarded.onnx"));
    Dataset judged = network.samples(JUDGED, 2);
    try (Detector detector = Detector.open(folder.resolve("guarded.onnx"));
        Network before = WatchedNetwork.open(model, network.input(), judged.shape());
        Network after = Network.open(trained.model(), "guarded", network.input(), judged.shape())) {
      assertThat(detector.metadata().isGuarded()).isTrue();
      assertThat(after.outputs().keySet())
          .containsExactly(
              "output",
              "energies",
              "statistics",
              "coordinates",
              "score",
              "parts",
              "p_value",
              "ood");
      boolean fixed = name.contains("fixed");
      judged.forEachBatch(1, batch -> assertSame(before, after, batch));
      judged.forEachBatch(fixed ? 1 : LARGE_BATCH, batch -> assertSame(before, after, batch));
      judged.forEachBatch(LARGE_BATCH, batch -> assertSameAlone(after, batch));
      judged.forEachBatch(LARGE_BATCH, batch -> assertSameVerdicts(detector, after, batch));
    }
  }

  private static TrainedModel fit(TestNetwork network) {
    GuardOptions options = GuardOptions.of(network.input()).with(TestData.tiny(2));
    return Guard.fit(network.model(), network.samples(LEARNT, 1), options, TrainListener.NONE);
  }

  private static void assertSame(Network before, Network after, Batch batch) {
    assertThat(after.run(batch.values(), batch.count(), Set.of("output")).get("output").bytes())
        .isEqualTo(
            before.run(batch.values(), batch.count(), Set.of("output")).get("output").bytes());
  }

  private static void assertSameAlone(Network network, Batch batch) {
    Map<String, Network.Computed> together = network.run(batch.values(), batch.count(), VERDICT);
    for (int i = 0; i < batch.count(); i++) {
      Map<String, Network.Computed> alone = network.run(batch.sample(i), 1, VERDICT);
      for (String output : VERDICT) {
        float[] expected = alone.get(output).numbers();
        for (int k = 0; k < expected.length; k++) {
          assertThat(together.get(output).numbers()[i * expected.length + k])
              .as("%s %d of sample %d", output, k, i)
              .isCloseTo(expected[k], within(1e-3f * (1 + Math.abs(expected[k]))));
        }
      }
    }
  }

  private static void assertSameVerdicts(Detector detector, Network network, Batch batch) {
    ByteBuffer flags = network.run(batch.values(), batch.count(), Set.of("ood")).get("ood").bytes();
    List<Verdict> verdicts = detector.judge(batch.values(), batch.count());
    for (int i = 0; i < batch.count(); i++) {
      assertThat(flags.get(i) != 0).isEqualTo(verdicts.get(i).ood());
    }
  }
}
