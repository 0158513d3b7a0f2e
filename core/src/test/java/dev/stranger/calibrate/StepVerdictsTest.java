package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Calibration;
import dev.stranger.Energies;
import dev.stranger.Verdict;
import dev.stranger.calibrate.StepVerdicts.Merged;
import dev.stranger.series.Clock;
import dev.stranger.series.Span;
import dev.stranger.series.Windowing;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class StepVerdictsTest {

  private static final int HELD_OUT = 99;
  private static final FalseAlarmBound BOUND = FalseAlarmBound.onAverage(HELD_OUT, 0.05);

  private static Windowing windowing(int length, int stride) {
    return new Windowing(length, stride, List.of("a"), Clock.NONE, "");
  }

  private static Verdict verdict(float score, float pValue) {
    Energies energies = new Energies(List.of("e"), new float[] {0});
    return new Verdict(score, pValue, BOUND.flags(pValue), energies);
  }

  /** A score that has the rank of a p-value of so many hundredths. */
  private static Verdict hundredths(int count) {
    return verdict(-count, count / 100f);
  }

  private static Merged merge(Windowing windowing, int steps, int... hundredths) {
    StepVerdicts verdicts = new StepVerdicts(windowing, BOUND);
    for (int one : hundredths) {
      verdicts.add(hundredths(one));
    }
    return verdicts.merge(steps);
  }

  @Test
  void aStepUnderOneWindowHasItsVerdict() {
    Merged merged = merge(windowing(2, 2), 6, 40, 3, 70);
    assertThat(merged.pValues()).containsExactly(0.4f, 0.4f, 0.03f, 0.03f, 0.7f, 0.7f);
    assertThat(merged.scores()).containsExactly(-40, -40, -3, -3, -70, -70);
    assertThat(merged.spans()).extracting(Span::from, Span::to).containsExactly(tuple(2, 3));
  }

  private static Tuple tuple(Object... values) {
    return Tuple.tuple(values);
  }

  @Test
  void halfOfTheWindowsOverAStepMustAgree() {
    // Steps 2 and 3 lie under both windows: k = 1 of K = 2, so the p-value counts twice.
    Merged merged = merge(windowing(4, 2), 6, 2, 50);
    assertThat(merged.pValues()).containsExactly(0.02f, 0.02f, 0.04f, 0.04f, 0.5f, 0.5f);
    assertThat(merged.strange()).isEqualTo(4);
    // Under three windows two must agree, and 3/2 is rounded up to a whole rank.
    Merged three = merge(windowing(6, 2), 10, 1, 3, 50);
    assertThat(three.pValues()[4]).isEqualTo(0.05f);
    assertThat(three.scores()[4]).isEqualTo(-3);
  }

  @Test
  void withFewHeldOutScoresAllWindowsMustAgree() {
    StepVerdicts verdicts =
        new StepVerdicts(windowing(4, 2), FalseAlarmBound.onAverage(HELD_OUT, 0.01));
    List.of(1, 1, 50).forEach(one -> verdicts.add(hundredths(one)));
    Merged merged = verdicts.merge(8);
    assertThat(merged.pValues())
        .containsExactly(0.01f, 0.01f, 0.01f, 0.01f, 0.5f, 0.5f, 0.5f, 0.5f);
    assertThat(merged.strange()).isEqualTo(4);
  }

  @Test
  void mergingIsAsComparingEachStepWithAllWindows() {
    Random random = new Random(3);
    for (int round = 0; round < 100; round++) {
      int length = 2 + random.nextInt(8);
      Windowing windowing = windowing(length, 1 + random.nextInt(length));
      int steps = length + random.nextInt(40);
      int[] ranks = random.ints(windowing.count(steps), 1, 101).toArray();
      Merged merged = merge(windowing, steps, ranks);
      for (int step = 0; step < steps; step++) {
        int at = step;
        int[] covering =
            IntStream.range(0, ranks.length)
                .filter(w -> windowing.start(w, steps) <= at)
                .filter(w -> windowing.start(w, steps) + length > at)
                .map(w -> ranks[w])
                .sorted()
                .toArray();
        int half = (covering.length + 1) / 2;
        double rank = Math.ceil((double) covering.length * covering[half - 1] / half - 1e-9);
        assertThat(merged.pValues()[step])
            .as("round %d, step %d", round, step)
            .isEqualTo((float) Math.min(1, rank / 100));
        assertThat(merged.scores()[step]).isEqualTo(-covering[half - 1]);
      }
    }
  }

  /** However the windows over a step go together: alike, apart, or one strange at a time. */
  @Test
  void aNormalStepIsMarkedNoMoreOftenThanPromised() {
    Random random = new Random(11);
    Windowing windowing = windowing(8, 2);
    int steps = 4000;
    for (double memory : new double[] {0, 0.6, 0.95}) {
      double marked = 0;
      int rounds = 60;
      for (int round = 0; round < rounds; round++) {
        float[] held = new float[HELD_OUT];
        for (int i = 0; i < held.length; i++) {
          held[i] = (float) random.nextGaussian();
        }
        Calibration calibration = Calibration.of(held);
        StepVerdicts verdicts = new StepVerdicts(windowing, BOUND);
        double score = random.nextGaussian();
        for (int i = 0; i < windowing.count(steps); i++) {
          score = memory * score + Math.sqrt(1 - memory * memory) * random.nextGaussian();
          verdicts.add(verdict((float) score, calibration.pValue((float) score)));
        }
        marked += verdicts.merge(steps).strange() / (double) steps / rounds;
      }
      assertThat(marked).as("memory %s", memory).isLessThan(0.055);
    }
  }

  @Test
  void theStrangestPlaceOfASpanIsTheMiddleOfItsStrangestStretch() {
    Merged merged = merge(windowing(4, 4), 16, 50, 2, 1, 50);
    assertThat(merged.spans()).containsExactly(new Span(4, 11, 9, -1, 0.01f, ""));
    assertThat(Arrays.toString(merged.ood())).contains("true");
  }
}
