package dev.stranger.data.alter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ImageAlterationTest {

  private static final Shape COLOUR = Shape.image(3, 9, 14);
  private static final Shape SQUARE = Shape.image(2, 7, 7);

  private static float[] alter(Alteration alteration, Shape shape, float... image) {
    return alteration.of(MemoryDataset.of("x", shape, Range.UNIT, image), 0).inMemory().sample(0);
  }

  private static float[] random(Shape shape, long seed) {
    return AlterationTest.random(shape, Range.UNIT, 1, seed).sample(0);
  }

  private static float[] flat(Shape shape, float level) {
    float[] image = new float[shape.size()];
    Arrays.fill(image, level);
    return image;
  }

  private static double mean(float[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).average().orElseThrow();
  }

  private static float[] sorted(float[] values) {
    float[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /** A 4x4 image of 16 levels, row by row. */
  private static float[] levels(int... sixteenths) {
    float[] image = new float[16];
    IntStream.range(0, 16).forEach(i -> image[i] = sixteenths[i] / 16f);
    return image;
  }

  private static final float[] COUNTING =
      levels(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

  @Test
  void movesGoWhereTheirNamesSay() {
    Shape small = Shape.image(1, 4, 4);
    assertThat(alter(Alteration.MIRRORED, small, COUNTING))
        .containsExactly(levels(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    assertThat(alter(Alteration.UPSIDE_DOWN, small, COUNTING))
        .containsExactly(levels(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
    assertThat(alter(Alteration.TURNED_90, small, COUNTING))
        .containsExactly(levels(3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12));
  }

  @Test
  void mirroringTwiceGivesTheImageBack() {
    float[] image = random(COLOUR, 1);
    for (Alteration flip : new Alteration[] {Alteration.MIRRORED, Alteration.UPSIDE_DOWN}) {
      assertThat(alter(flip, COLOUR, alter(flip, COLOUR, image))).containsExactly(image);
    }
  }

  @Test
  void turningFourTimesGivesTheImageBack() {
    float[] image = random(SQUARE, 2);
    float[] turned = image;
    for (int i = 0; i < 4; i++) {
      turned = alter(Alteration.TURNED_90, SQUARE, turned);
    }
    assertThat(turned).containsExactly(image);
  }

  @Test
  void threeTurnsByThirtyDegreesAreOneByNinety() {
    Sample sample = new Sample(SQUARE, Range.UNIT, random(SQUARE, 3));
    assertThat(Rotation.of(sample, 90))
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(ImageMoves.turned(sample));
    // Between pixels the top of this hill, whose second derivatives are 1/16, looks lower by up to
    // 2/8 of 1/16, in each of three turns.
    Shape large = Shape.image(1, 41, 41);
    float[] hill = hill(41, 12, 25);
    float[] turned = hill;
    for (int i = 0; i < 3; i++) {
      turned = alter(Alteration.TURNED_30, large, turned);
    }
    float[] expected = alter(Alteration.TURNED_90, large, hill);
    for (int i = 0; i < hill.length; i++) {
      assertThat(turned[i]).isCloseTo(expected[i], Offset.offset(3 * 2 / 8f / 16));
    }
  }

  private static float[] hill(int side, int middleY, int middleX) {
    float[] image = new float[side * side];
    for (int i = 0; i < image.length; i++) {
      int y = i / side - middleY;
      int x = i % side - middleX;
      image[i] = (float) Math.exp(-(y * y + x * x) / 32.0);
    }
    return image;
  }

  @Test
  void cornersOfATurnedImageAreDark() {
    float[] turned = alter(Alteration.TURNED_30, Shape.image(1, 20, 20), flat(Shape.of(400), 1));
    assertThat(turned[0]).isZero();
    assertThat(turned[399]).isZero();
    assertThat(turned[10 * 20 + 10]).isEqualTo(1);
  }

  @Test
  void blurKeepsFlatImagesAndTheSumOfWhatIsAwayFromTheBorder() {
    assertThat(alter(Alteration.BLURRED, COLOUR, flat(COLOUR, 0.7f))).containsOnly(0.7f);
    float[] dot = new float[COLOUR.size()];
    dot[4 * 14 + 6] = 1;
    float[] blurred = alter(Alteration.BLURRED, COLOUR, dot);
    assertThat(Arrays.copyOfRange(blurred, 3 * 14 + 5, 3 * 14 + 8))
        .containsExactly(1 / 16f, 2 / 16f, 1 / 16f);
    assertThat(blurred[4 * 14 + 6]).isEqualTo(4 / 16f);
    assertThat(mean(blurred)).isCloseTo(mean(dot), Offset.offset(1e-9));
    float[] image = random(COLOUR, 4);
    assertThat(mean(alter(Alteration.BLURRED, COLOUR, image)))
        .isCloseTo(mean(image), Offset.offset(0.02));
  }

  @Test
  void noiseHasATenthOfTheRange() {
    Shape large = Shape.image(1, 100, 100);
    float[] noisy = alter(Alteration.NOISY, large, flat(large, 0.5f));
    double variance =
        IntStream.range(0, noisy.length).mapToDouble(i -> Math.pow(noisy[i] - 0.5, 2)).sum() / 1e4;
    assertThat(Math.sqrt(variance)).isCloseTo(0.1, Offset.offset(0.003));
    assertThat(mean(noisy)).isCloseTo(0.5, Offset.offset(0.004));
  }

  @Test
  void shuffledQuadrantsHoldTheSameValuesInOtherPlaces() {
    for (Shape shape : new Shape[] {COLOUR, SQUARE, Shape.image(1, 4, 4)}) {
      for (long seed = 0; seed < 50; seed++) {
        float[] image = random(shape, seed);
        float[] shuffled = alter(Alteration.QUADRANTS_SHUFFLED, shape, image);
        assertThat(sorted(shuffled)).as("seed %d", seed).containsExactly(sorted(image));
        assertThat(shuffled).as("seed %d", seed).isNotEqualTo(image);
      }
    }
  }

  @Test
  void quadrantsStayWhole() {
    float[] image = levels(0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3);
    assertThat(alter(Alteration.QUADRANTS_SHUFFLED, Shape.image(1, 4, 4), image))
        .as("all four are the same")
        .containsExactly(image);
  }

  @Test
  void aBoxIsCoveredSomewhereAwayFromTheBorder() {
    Shape shape = Shape.image(3, 28, 28);
    boolean[] starts = new boolean[28 * 28];
    for (long seed = 0; seed < 200; seed++) {
      float[] image = flat(shape, 1);
      image[0] = 0.5f + seed / 1000f;
      float[] covered = alter(Alteration.COVERED, shape, image);
      int[] dark = IntStream.range(0, covered.length).filter(i -> covered[i] == 0).toArray();
      assertThat(dark).as("seed %d", seed).hasSize(3 * 8 * 8);
      assertThat(dark[0] / 28).isBetween(4, 16);
      assertThat(dark[0] % 28).isBetween(4, 16);
      assertThat(dark[63] - dark[0]).as("a square").isEqualTo(7 * 28 + 7);
      assertThat(dark[64] - dark[0]).as("the same in all channels").isEqualTo(28 * 28);
      starts[dark[0]] = true;
    }
    long places = IntStream.range(0, starts.length).filter(i -> starts[i]).count();
    assertThat(places).as("of 13 x 13 places, in 200 draws").isGreaterThan(80);
  }

  @Test
  void levelsChangeAsTheirNamesSay() {
    float[] image = random(COLOUR, 5);
    assertThat(alter(Alteration.INVERTED, COLOUR, alter(Alteration.INVERTED, COLOUR, image)))
        .usingComparatorWithPrecision(1e-6f)
        .containsExactly(image);
    Shape small = Shape.image(1, 4, 4);
    assertThat(alter(Alteration.INVERTED, small, COUNTING)[4]).isEqualTo(12 / 16f);
    assertThat(alter(Alteration.LESS_CONTRAST, small, COUNTING)[4]).isEqualTo(2 / 16f);
    assertThat(alter(Alteration.LESS_CONTRAST, small, COUNTING)[0]).as("black").isZero();
  }

  @Test
  void withoutAKnownRangeTheSampleHasItsOwn() {
    float[] image = flat(SQUARE, 5);
    image[3] = -3;
    Dataset normal = MemoryDataset.of("x", SQUARE, Range.ANY, image);
    assertThat(Alteration.INVERTED.of(normal, 0).inMemory().sample(0)).contains(5, -3);
    assertThat(Alteration.LESS_CONTRAST.of(normal, 0).inMemory().sample(0)).contains(1, -3);
    assertThat(Alteration.COVERED.of(normal, 0).inMemory().sample(0)).containsOnly(5, -3);
  }
}
