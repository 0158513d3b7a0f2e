package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import dev.stranger.DetectorFileException;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyQuantilesTest {

  private static final String KEY = "stranger.energy_quantiles";

  @TempDir private Path folder;

  private static Map<String, float[]> again(List<String> names, float... values) {
    Metadata metadata =
        Metadata.of(Shape.of(2), Range.ANY).energies(names).parts(List.of("a")).build();
    return EnergyQuantiles.parse(EnergyQuantiles.toProperties(names, values), metadata, "f.onnx");
  }

  @Test
  void theyAreThoseOfEachEnergyOnItsOwn() {
    float[] values = new float[2 * 1001];
    for (int i = 0; i <= 1000; i++) {
      values[2 * i] = i * 5 % 1001; // all numbers to 1000, in disorder
      values[2 * i + 1] = -5;
    }
    Map<String, float[]> read = again(List.of("ae_loss", "odin"), values);
    assertThat(read.keySet()).containsExactly("ae_loss", "odin");
    assertThat(read.get("ae_loss")).hasSize(101);
    for (int q = 0; q <= 100; q++) {
      assertThat(read.get("ae_loss")[q]).isEqualTo(10 * q);
    }
    assertThat(read.get("odin")).hasSize(101).containsOnly(-5);
  }

  @Test
  void theFirstIsTheSmallestAndTheLastTheLargestHoweverFewThereAre() {
    assertThat(again(List.of("a"), 3).get("a")).hasSize(101).containsOnly(3);
    float[] two = again(List.of("a"), Float.POSITIVE_INFINITY, 2).get("a");
    assertThat(two[0]).isEqualTo(2);
    assertThat(two[100]).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(two).doesNotContain(Float.NaN);
  }

  @Test
  void damagedOnesAreRefusedWhenAFileIsOpened() {
    float[] ascending = new float[101];
    ascending[100] = 1;
    try (Detector detector = Detector.open(write(ascending))) {
      assertThat(detector.heldOutEnergies().get("squared_distance")).containsExactly(ascending);
    }
    float[] descending = new float[101];
    descending[50] = 1;
    assertThatThrownBy(() -> Detector.open(write(descending)))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageEndingWith(
            "wrong quantiles of energies: those of squared_distance do not ascend");
    assertThatThrownBy(() -> Detector.open(write(new float[100])))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageEndingWith(
            "wrong quantiles of energies: 101 of each of squared_distance were expected");
  }

  private Path write(float[] quantiles) {
    return SmallDetector.write(
        folder,
        model ->
            model.addMetadataProps(
                StringStringEntryProto.newBuilder()
                    .setKey(KEY)
                    .setValue(FloatText.encode(quantiles))));
  }

  @Test
  void filesThatAreOlderHaveNone() {
    for (String file : List.of("table.onnx", "picture.onnx")) {
      try (Detector detector = FormatOne.open(file)) {
        assertThat(detector.heldOutEnergies()).isEmpty();
      }
    }
  }
}
