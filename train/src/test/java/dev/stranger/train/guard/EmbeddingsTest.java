package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.Engine;
import dev.stranger.score.OpenOptions;
import dev.stranger.score.onnx.AllowedOperators;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.TrainListener;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddingsTest {

  private static final int WIDTH = 24;

  /** The place of the length among the statistics. */
  private static final int LENGTH = 3;

  private static final TrainedModel MODEL = fit(features(400, 1, 1));

  private static TrainedModel fit(Dataset data) {
    return Trainer.fit(data, options(), TrainListener.NONE);
  }

  private static TrainOptions options() {
    TrainOptions tiny = TestData.tiny(3);
    return TrainOptions.DEFAULT
        .with(new Embeddings())
        .with(tiny.network())
        .with(tiny.objective())
        .with(tiny.learning())
        .withDevice("cpu");
  }

  /** Features near a few directions, as behind a layer of rectifiers. */
  private static MemoryDataset features(int count, long seed, float scale) {
    Random kinds = new Random(0);
    float[][] centres = new float[5][WIDTH];
    for (float[] centre : centres) {
      for (int i = 0; i < WIDTH; i++) {
        centre[i] = 3 * Math.max(0, (float) kinds.nextGaussian());
      }
    }
    Random random = new Random(seed);
    float[][] rows = new float[count][WIDTH];
    for (float[] row : rows) {
      float[] centre = centres[random.nextInt(centres.length)];
      float length = scale * (float) Math.exp(0.1 * random.nextGaussian());
      for (int i = 0; i < WIDTH; i++) {
        row[i] = length * Math.max(0, centre[i] + 0.3f * (float) random.nextGaussian());
      }
    }
    return MemoryDataset.of("features", Shape.of(WIDTH), Range.ANY, rows);
  }

  private static float[] statistics(float[] sample) {
    try (Engine engine = Engine.inOnnxRuntime(MODEL.model(), "the model")) {
      Map<String, float[]> outputs =
          engine.run(FloatBuffer.wrap(sample), 1, Set.of(WitnessScore.STATISTICS));
      return outputs.get(WitnessScore.STATISTICS);
    }
  }

  @Test
  void aFactorChangesTheStatisticOfTheLengthAlone() {
    MemoryDataset plain = features(20, 2, 1);
    MemoryDataset long10 = features(20, 2, 10);
    for (int sample = 0; sample < plain.size(); sample++) {
      float[] one = statistics(plain.sample(sample));
      float[] ten = statistics(long10.sample(sample));
      for (int i = 0; i < one.length; i++) {
        double expected = one[i] + (i == LENGTH ? Math.log(10) : 0);
        assertThat((double) ten[i])
            .as("statistic %d of sample %d", i, sample)
            .isCloseTo(expected, Offset.offset(2e-3));
      }
    }
  }

  @Test
  void lengthsAreStrangeFromBothSides() {
    try (Detector detector = MODEL.open()) {
      for (float scale : new float[] {0.1f, 10}) {
        for (Verdict verdict : verdicts(detector, features(50, 3, scale))) {
          assertThat(verdict.ood()).as("features times %s", scale).isTrue();
        }
      }
      assertThat(verdicts(detector, features(400, 3, 1)))
          .filteredOn(Verdict::ood)
          .hasSizeLessThan(60);
    }
  }

  private static List<Verdict> verdicts(Detector detector, MemoryDataset data) {
    float[] samples = new float[(int) data.size() * WIDTH];
    for (int i = 0; i < data.size(); i++) {
      data.copy(i, samples, i * WIDTH);
    }
    return detector.judge(samples, (int) data.size());
  }

  @Test
  void anotherDirectionIsStrange() {
    try (Detector detector = MODEL.open()) {
      float[] turned = features(1, 4, 1).sample(0).clone();
      for (int i = 0; i < WIDTH; i++) {
        turned[i] = -turned[i];
      }
      assertThat(detector.judge(turned).ood()).isTrue();
    }
  }

  /** Also under the strict check, which knows all operators and what they cost. */
  @Test
  void aSavedFileGivesTheSameVerdicts(@TempDir Path folder) {
    Path file = folder.resolve("features.onnx");
    MODEL.save(file);
    MemoryDataset fresh = features(100, 5, 1);
    OpenOptions strict = OpenOptions.DEFAULT.with(AllowedOperators.OF_STRANGER);
    try (Detector before = MODEL.open();
        Detector after = Detector.open(file, strict)) {
      assertThat(verdicts(after, fresh)).isEqualTo(verdicts(before, fresh));
      for (int i = 0; i < fresh.size(); i++) {
        assertThat(after.judge(fresh.sample(i)).score())
            .isCloseTo(verdicts(before, fresh).get(i).score(), Offset.offset(1e-3f));
      }
      assertThat(after.metadata().range()).isEqualTo(Range.ANY);
    }
  }

  @Test
  void valuesBeyondAllMeasureAreStrangers() {
    try (Detector detector = MODEL.open()) {
      for (float far : new float[] {1e10f, -1e30f, Float.MAX_VALUE}) {
        float[] sample = new float[WIDTH];
        sample[1] = far;
        Verdict verdict = detector.judge(sample);
        assertThat(verdict.score()).as("score of %s", far).isFinite();
        assertThat(verdict.ood()).as("verdict on %s", far).isTrue();
      }
      assertThat(detector.judge(new float[WIDTH]).ood()).isTrue();
    }
  }

  @Test
  void picturesAndSeriesAreRefused() {
    for (Dataset data :
        List.of(TestData.images("sprites:size=100", 16), TestData.heartbeats(100, 1))) {
      assertThatThrownBy(() -> fit(data))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("has samples of " + data.shape())
          .hasMessageContaining("the method features learns rows of features");
    }
  }
}
