package dev.stranger.train.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a {@link StepRecorder} does where there is no CUDA to record with. */
class StepsOneByOneTest {

  private static final int BATCH = 2;
  private static final int STEPS = 10;

  private final Compute compute = Compute.on("cpu");
  private final TrainingSet samples = samples();
  private final Feed feed = samples.feed(BATCH * STEPS + 1, BATCH);
  private final List<String> notes = new ArrayList<>();
  private final List<float[]> seen = new ArrayList<>();
  private final List<float[]> noise = new ArrayList<>();

  private static int[] shuffled() {
    return SeededRandom.permutation(BATCH * STEPS + 1, SeededRandom.ofEpoch(3, 0));
  }

  /** The first value of a sample is its position. */
  private TrainingSet samples() {
    int[] all = shuffled().clone();
    float[][] rows = new float[all.length][];
    for (int i = 0; i < all.length; i++) {
      rows[i] = new float[] {i};
      all[i] = i;
    }
    MemoryDataset data = MemoryDataset.of("rows", Shape.of(1), Range.ANY, rows);
    return TrainingSet.of(compute, data, all, null);
  }

  private StepRecorder recorder() {
    TrainListener listener =
        new TrainListener() {
          @Override
          public void note(String words) {
            notes.add(words);
          }
        };
    return new StepRecorder(compute, feed, this::step, listener);
  }

  private void begin(StepRecorder recorder, int firstStep, int kind) {
    feed.begin(shuffled(), firstStep);
    recorder.begin(kind);
  }

  private void step(TrainingBatch batch) {
    seen.add(Compute.floats(batch.samples()));
    noise.add(Compute.floats(compute.noise().normal(3)));
  }

  private float[] expected(int step) {
    int[] shuffled = shuffled();
    return new float[] {shuffled[BATCH * step], shuffled[BATCH * step + 1]};
  }

  @BeforeEach
  void requireNoCuda() {
    assumeFalse(Compute.hasCuda(), "steps are recorded here");
  }

  @Test
  void itIsSaidOnceAndEveryStepIsMade() {
    try (StepRecorder recorder = recorder()) {
      begin(recorder, 0, 0);
      for (int step = 0; step < STEPS; step++) {
        recorder.step(step, step);
        assertThat(seen.get(step)).as("step %d", step).isEqualTo(expected(step));
      }
    }
    assertThat(seen).hasSize(STEPS);
    assertThat(notes).hasSize(1).first().asString().startsWith("steps are made one by one: ");
  }

  @Test
  void anEpochGoesOnInTheMiddle() {
    try (StepRecorder recorder = recorder()) {
      begin(recorder, 7, 0);
      recorder.step(7, 1);
      begin(recorder, 3, 1); // another phase
      recorder.step(3, 2);
    }
    assertThat(seen).containsExactly(expected(7), expected(3));
  }

  @Test
  void theNoiseIsThatOfTheSeedOfTheStep() {
    try (StepRecorder recorder = recorder()) {
      begin(recorder, 0, 0);
      recorder.step(0, 5);
      recorder.step(1, 6);
      recorder.step(2, 5);
    }
    compute.noise().begin(6);
    assertThat(noise.get(1)).isEqualTo(Compute.floats(compute.noise().normal(3)));
    assertThat(noise.get(2)).isEqualTo(noise.get(0)).isNotEqualTo(noise.get(1));
  }
}
