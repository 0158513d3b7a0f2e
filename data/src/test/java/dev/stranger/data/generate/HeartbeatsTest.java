package dev.stranger.data.generate;

import static dev.stranger.data.generate.HeartbeatKind.INVERTED_T;
import static dev.stranger.data.generate.HeartbeatKind.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeartbeatsTest {

  private static final Set<HeartbeatKind> ALL = EnumSet.allOf(HeartbeatKind.class);

  @Test
  void headerSaysWhatTheSamplesAre() {
    Dataset beats = Heartbeats.sample(Set.of(INVERTED_T, NORMAL), 30, 5);
    assertThat(beats.name()).isEqualTo("heartbeats:normal,inverted-t,size=30,seed=5");
    assertThat(beats.shape()).isEqualTo(Shape.of(1, 140));
    assertThat(beats.range()).isEqualTo(Range.ANY);
    assertThat(beats.size()).isEqualTo(30);
    assertThat(beats.labelNames())
        .containsExactly(
            "normal",
            "premature-ventricular",
            "st-elevation",
            "inverted-t",
            "atrial-fibrillation",
            "r-on-t");
  }

  @Test
  void everyBeatHasMeanZeroAndDeviationOne() {
    for (float[] beat : samples(Heartbeats.sample(ALL, 200, 1))) {
      double mean = 0;
      double squares = 0;
      for (float value : beat) {
        mean += value / beat.length;
        squares += value * value / beat.length;
      }
      assertThat(mean).isCloseTo(0, within(1e-6));
      assertThat(squares).isCloseTo(1, within(1e-5));
    }
  }

  @Test
  void highestPointOfANormalBeatIsItsRWave() {
    for (float[] beat : samples(Heartbeats.sample(Set.of(NORMAL), 500, 1))) {
      int highest = 0;
      for (int i = 0; i < beat.length; i++) {
        highest = beat[i] > beat[highest] ? i : highest;
      }
      assertThat(highest).isBetween(49, 56);
    }
  }

  @Test
  void sameSeedSameSamples() {
    Dataset beats = Heartbeats.sample(ALL, 40, 7);
    assertThat(samples(beats)).isDeepEqualTo(samples(beats));
    assertThat(samples(Heartbeats.sample(ALL, 40, 7))).isDeepEqualTo(samples(beats));
  }

  @Test
  void otherSeedOtherSamples() {
    float[][] beats = samples(Heartbeats.sample(ALL, 40, 7));
    float[][] others = samples(Heartbeats.sample(ALL, 40, 8));
    for (int i = 0; i < beats.length; i++) {
      assertThat(others[i]).as("sample %d", i).isNotEqualTo(beats[i]);
    }
  }

  @Test
  void sampleIsThePrefixOfALongerSample() {
    assertThat(samples(Heartbeats.sample(ALL, 90, 7).first(40)))
        .isDeepEqualTo(samples(Heartbeats.sample(ALL, 40, 7)));
  }

  @Test
  void everyKindIsDrawnEquallyOften() {
    int[] counts = new int[ALL.size()];
    try (Cursor cursor = Heartbeats.sample(ALL, 6_000, 1).open()) {
      float[] beat = new float[140];
      while (cursor.next(beat, 0)) {
        counts[cursor.label()]++;
      }
    }
    for (int count : counts) {
      assertThat(count).isBetween(880, 1_120);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NORMAL")
  void abnormalBeatsAreFarFromNormalOnes(HeartbeatKind kind) {
    float[][] known = samples(Heartbeats.sample(Set.of(NORMAL), 500, 1));
    double[] normal = distances(samples(Heartbeats.sample(Set.of(NORMAL), 200, 2)), known);
    double[] abnormal = distances(samples(Heartbeats.sample(Set.of(kind), 200, 3)), known);
    assertThat(areaUnderRoc(normal, abnormal)).isGreaterThan(0.85);
  }

  @Test
  void wrongSizesAndEmptyChoicesAreNamed() {
    assertThatThrownBy(() -> Heartbeats.sample(ALL, -3, 1))
        .isInstanceOf(DataException.class)
        .hasMessage("heartbeats cannot have size=-3; ask for one sample or more");
    assertThatThrownBy(() -> Heartbeats.sample(Set.of(), 10, 1))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("heartbeats got nothing to draw; choose one or more of normal, ");
  }

  @ParameterizedTest
  @EnumSource
  void kindsAreReadFromTheirLabels(HeartbeatKind kind) {
    assertThat(HeartbeatKind.parse(kind.label())).isEqualTo(kind);
    assertThat(HeartbeatKind.parse(" " + kind.label().toUpperCase(Locale.ROOT))).isEqualTo(kind);
  }

  @Test
  void unknownKindIsNamedWithTheKnownOnes() {
    assertThatThrownBy(() -> HeartbeatKind.parse("flat"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "there is no kind of heartbeat 'flat'; choose one of normal, premature-ventricular,"
                + " st-elevation, inverted-t, atrial-fibrillation, r-on-t");
  }

  private static float[][] samples(Dataset dataset) {
    MemoryDataset memory = dataset.inMemory();
    float[][] samples = new float[(int) memory.size()][];
    Arrays.setAll(samples, memory::sample);
    return samples;
  }

  /** Of every beat to the nearest known one, squared. */
  private static double[] distances(float[][] beats, float[][] known) {
    return Arrays.stream(beats)
        .mapToDouble(
            beat -> Arrays.stream(known).mapToDouble(k -> distance(beat, k)).min().orElseThrow())
        .toArray();
  }

  private static double distance(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
  }

  private static double areaUnderRoc(double[] normal, double[] abnormal) {
    long above = 0;
    for (double score : abnormal) {
      above += Arrays.stream(normal).filter(other -> score > other).count();
    }
    return above / (double) (normal.length * abnormal.length);
  }
}
