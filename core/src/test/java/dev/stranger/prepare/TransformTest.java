package dev.stranger.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Transform;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TransformTest {

  static float[] apply(Transform transform, Shape shape, float... values) {
    Header output = transform.describe(new Header("x", shape, Range.GREY_LEVELS, 1, List.of()));
    float[] target = new float[output.shape().size()];
    transform.apply(shape, values, target, 0);
    return target;
  }

  private static float[] random(int size, long seed) {
    Random random = new Random(seed);
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = random.nextInt(256);
    }
    return values;
  }

  @Test
  void lumaKeepsGreyAndWhite() {
    for (int level = 0; level < 256; level++) {
      assertThat(Luma.luma(level, level, level)).isEqualTo(level);
    }
    assertThat(apply(Luma.GREY, Shape.image(3, 1, 1), 255, 0, 0)).containsExactly(76);
    assertThat(apply(Luma.GREY, Shape.image(1, 1, 2), 9, 8)).containsExactly(9, 8);
  }

  @Test
  void resizingToTheSameSizeChangesNothing() {
    float[] image = random(3 * 7 * 9, 1);
    assertThat(apply(Resize.to(7, 9), Shape.image(3, 7, 9), image)).containsExactly(image);
  }

  @Test
  void resizingAFlatImageKeepsItFlat() {
    float[] flat = new float[20 * 33];
    Arrays.fill(flat, 200);
    for (int size = 1; size < 70; size++) {
      assertThat(apply(Resize.to(size, 71 - size), Shape.image(1, 20, 33), flat))
          .as("to %dx%d", size, 71 - size)
          .containsOnly(200);
    }
  }

  @Test
  void resizingMirrorsWithTheImage() {
    for (long seed = 0; seed < 20; seed++) {
      float[] image = random(12 * 17, seed);
      float[] resized = apply(Resize.to(12, 8), Shape.image(1, 12, 17), image);
      float[] mirrored = apply(Resize.to(12, 8), Shape.image(1, 12, 17), mirror(image, 17));
      assertThat(mirror(mirrored, 8)).as("seed %d", seed).containsExactly(resized);
    }
  }

  private static float[] mirror(float[] image, int width) {
    float[] mirrored = new float[image.length];
    for (int i = 0; i < image.length; i++) {
      mirrored[i] = image[i / width * width + width - 1 - i % width];
    }
    return mirrored;
  }

  @Test
  void channelsAreResizedOnTheirOwn() {
    float[] image = random(3 * 8 * 8, 3);
    float[] all = apply(Resize.to(5, 5), Shape.image(3, 8, 8), image);
    float[] second =
        apply(Resize.to(5, 5), Shape.image(1, 8, 8), Arrays.copyOfRange(image, 64, 128));
    assertThat(Arrays.copyOfRange(all, 25, 50)).containsExactly(second);
  }

  @Test
  void onlyPicturesAreResized() {
    Header table = new Header("t", Shape.of(9), Range.ANY, 1, List.of());
    assertThatThrownBy(() -> Resize.to(2, 2).describe(table))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("t (9, values any) cannot be made 2x2");
    Header any = new Header("u", Shape.image(1, 3, 3), Range.ANY, 1, List.of());
    assertThatThrownBy(() -> Luma.GREY.describe(any)).isInstanceOf(DataException.class);
  }

  @Test
  void scaleMapsTheEndsToTheEnds() {
    assertThat(apply(Scale.toUnit(), Shape.of(3), 0, 51, 255)).containsExactly(0, 0.2f, 1);
    Header any = new Header("a", Shape.of(3), Range.ANY, 1, List.of());
    assertThatThrownBy(() -> Scale.toUnit().describe(any))
        .hasMessage(
            "a has values in any, scaling to [0, 1] is for values in [0, 255];"
                + " leave it out or standardise");
  }

  @Test
  void whatIsScaledAlreadyIsLeftAlone() {
    Header unit = new Header("u", Shape.image(3, 4, 4), Range.UNIT, 1, List.of());
    for (Transform transform : new Transform[] {Resize.to(2, 2), Luma.GREY, Scale.toUnit()}) {
      assertThatThrownBy(() -> transform.describe(unit))
          .as("%s", transform)
          .isInstanceOf(DataException.class)
          .hasMessageContaining("[0, 1]")
          .hasMessageContaining("[0, 255]");
    }
  }

  @Test
  void onlyGreyPicturesAreMadeColour() {
    assertThat(apply(GreyToColour.SAME_IN_ALL_CHANNELS, Shape.image(1, 1, 2), 7, 8))
        .containsExactly(7, 8, 7, 8, 7, 8);
    for (Shape shape : List.of(Shape.image(3, 2, 2), Shape.of(4))) {
      Header header = new Header("x", shape, Range.UNIT, 1, List.of());
      assertThatThrownBy(() -> GreyToColour.SAME_IN_ALL_CHANNELS.describe(header))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "x has samples of %s, only grey pictures can be made colour; leave it out"
                  .formatted(shape));
    }
  }

  @Test
  void standardisedColumnsHaveMeanZeroAndDeviationOne() {
    Random random = new Random(5);
    float[][] rows = new float[500][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new float[] {(float) random.nextGaussian() * 7 + 1e4f, 3, random.nextFloat()};
    }
    Dataset table = MemoryDataset.of("t", Shape.of(3), Range.ANY, rows);
    Standardise standardise = Standardise.fit(table);
    Standardise again = Standardise.fit(table.map(standardise));
    assertThat(again.means()).usingComparatorWithPrecision(1e-4).containsExactly(0, 0, 0);
    assertThat(again.deviations()).usingComparatorWithPrecision(1e-4).containsExactly(1, 1, 1);
    assertThat(standardise.deviations()[1]).as("a constant column is only centred").isEqualTo(1);
  }

  @Test
  void channelsAreStandardisedAsAWhole() {
    Dataset series =
        MemoryDataset.of("s", Shape.of(2, 2), Range.ANY, new float[] {1, 3, 10, 10}, new float[4]);
    Standardise standardise = Standardise.fit(series);
    assertThat(standardise.means()).containsExactly(1, 5);
    float[] target = new float[4];
    standardise.apply(series.shape(), new float[] {1, 1, 10, 5}, target, 0);
    assertThat(target).containsExactly(0, 0, 1, 0);
  }

  @Test
  void standardisedValuesAreFinite() {
    Standardise narrow = Standardise.with(new double[] {0, 0}, new double[] {1e-30, 1e-320});
    float[] target = new float[2];
    narrow.apply(Shape.of(2), new float[] {1e20f, -1e38f}, target, 0);
    assertThat(target).containsExactly(Float.MAX_VALUE, -Float.MAX_VALUE);
  }

  @Test
  void storedStatisticsGiveTheSameTransform() {
    Dataset table =
        MemoryDataset.of("t", Shape.of(2), Range.ANY, new float[][] {{1, 5}, {3, 9}, {8, -2}});
    Standardise fitted = Standardise.fit(table);
    Standardise stored = Standardise.with(fitted.means(), fitted.deviations());
    assertThat(table.map(stored).inMemory().sample(2))
        .containsExactly(table.map(fitted).inMemory().sample(2));
    Header other = new Header("o", Shape.of(3), Range.ANY, 1, List.of());
    assertThatThrownBy(() -> stored.describe(other))
        .hasMessage("o has 3 columns or channels, the stored statistics are for 2");
  }
}
