package dev.stranger.train.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Calibration;
import dev.stranger.Shape;
import dev.stranger.score.Detector;
import dev.stranger.train.method.DetectorGraph;
import dev.stranger.train.method.EnergyScore;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TestGraphs;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpectrumTest {

  /** Reconstructs half of every value, so that the residual is the other half. */
  private record Halver(Shape shape) implements ModelGraph {

    @Override
    public List<String> energies() {
      return List.of("energy");
    }

    @Override
    public Outputs write(OnnxGraph graph, String x) {
      String columns = new Spectrum(shape).write(graph, x, graph.mul(x, graph.constant(0.5)));
      return new Outputs(
          List.of(graph.squaredNorm(graph.rows(x))),
          null,
          NeighbourScore.outputs(columns, 2 * Spectrum.COLUMNS, graph.slice(columns, 1, 0, 1), 1));
    }

    @Override
    public Map<String, Object> facts() {
      return Map.of();
    }
  }

  /** Those of the sample, then those of the residual. */
  private static float[] bands(Shape shape, float[] sample) {
    float[] columns = columns(shape, sample);
    float[] bands = Arrays.copyOf(columns, 2 * Spectrum.BANDS);
    System.arraycopy(columns, Spectrum.COLUMNS, bands, Spectrum.BANDS, Spectrum.BANDS);
    return bands;
  }

  private static float[] columns(Shape shape, float[] sample) {
    DetectorGraph graph = new DetectorGraph(new Halver(shape), null, shape);
    try (Detector detector =
        TestGraphs.open(graph, new EnergyScore(0, "energy"), Calibration.of(1), 0.5)) {
      return detector.statistics(sample, 1);
    }
  }

  private static float[] noise(int size) {
    Random random = new Random(1);
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = random.nextFloat();
    }
    return values;
  }

  private static double sum(float[] values, int from, int to) {
    double sum = 0;
    for (float value : Arrays.copyOfRange(values, from, to)) {
      sum += value;
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(strings = {"1x28x28", "3x8x40", "1x96x64", "2x128", "1x9"})
  void bandsHaveTheWholePowerOfTheSampleAndOfTheResidual(String text) {
    Shape shape = Shape.parse(text);
    float[] sample = noise(shape.size());
    double power = 0;
    for (float value : sample) {
      power += value * value;
    }
    float[] bands = bands(shape, sample);
    assertThat(bands).hasSize(10);
    assertThat(sum(bands, 0, 5)).isCloseTo(power, within(1e-4 * power));
    assertThat(sum(bands, 5, 10)).isCloseTo(power / 4, within(1e-4 * power));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1x28x28", "3x8x40", "2x64", "1x9"})
  void energyAndRoughnessAreThoseOfTheValues(String text) {
    Shape shape = Shape.parse(text);
    float[] sample = noise(shape.size());
    double energy = 0;
    for (float value : sample) {
      energy += value * value;
    }
    int width = shape.dimensions().get(shape.rank() - 1);
    int height = shape.isImage() ? shape.dimensions().get(1) : 1;
    double roughness = 0;
    for (int i = 0; i < sample.length; i++) {
      roughness += i % width == 0 ? 0 : Math.pow(sample[i] - sample[i - 1], 2);
      roughness += i / width % height == 0 ? 0 : Math.pow(sample[i] - sample[i - width], 2);
    }
    float[] columns = columns(shape, sample);
    assertThat(new Spectrum(shape).isWhole()).isTrue();
    assertThat(columns[Spectrum.ENERGY]).isCloseTo((float) energy, within(1e-3f));
    assertThat(columns[Spectrum.ROUGHNESS]).isCloseTo((float) roughness, within(1e-3f));
    float ofResidual = columns[Spectrum.COLUMNS + Spectrum.ENERGY];
    assertThat(ofResidual).isCloseTo((float) energy / 4, within(1e-3f));
  }

  /** The frequency (down, across) has sqrt((down^2 + across^2) / 2) of what is possible. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4, 9, 13, 19, 25})
  void waveIsInTheBandOfItsFrequencyWhicheverWayItGoes(int k) {
    int height = 26;
    int width = 52;
    float[] down = new float[height * width];
    float[] across = new float[height * width];
    for (int i = 0; i < down.length; i++) {
      double y = i / width + 0.5;
      double x = i % width + 0.5;
      down[i] = (float) (0.5 + 0.4 * Math.cos(Math.PI * y * k / height));
      across[i] = (float) (0.5 + 0.4 * Math.cos(Math.PI * x * 2 * k / width));
    }
    int band = (int) (5 * k / (height * Math.sqrt(2)));
    float[] expected = bands(Shape.image(1, height, width), down);
    assertThat(expected[0]).isGreaterThan(0.2f * height * width); // the mean
    for (int other = 1; other < 5; other++) {
      assertThat(expected[other] > 1).as("band %d", other).isEqualTo(other == band);
    }
    assertThat(bands(Shape.image(1, height, width), across))
        .containsExactly(expected, within(0.1f));
  }

  @Test
  void longSidesAreCutIntoTilesAndTheRestIsLeftOut() {
    float[] sample = noise(100);
    float[] first = Arrays.copyOf(sample, 96);
    assertThat(bands(Shape.of(1, 100), sample))
        .containsExactly(bands(Shape.of(1, 96), first), within(1e-4f));
  }

  @Test
  void tablesAndShortSidesHaveNone() {
    assertThat(Spectrum.suits(Shape.of(30))).isFalse();
    assertThat(Spectrum.suits(Shape.of(1, 7))).isFalse();
    assertThat(Spectrum.suits(Shape.image(3, 7, 100))).isFalse();
    assertThat(Spectrum.suits(Shape.image(1, 8, 8))).isTrue();
  }
}
