package dev.stranger.data.alter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What holds for every alteration. */
class AlterationTest {

  private static final List<Shape> SHAPES =
      List.of(
          Shape.image(1, 28, 28),
          Shape.image(3, 9, 14),
          Shape.image(1, 4, 4),
          Shape.of(1, 140),
          Shape.of(3, 8),
          Shape.of(30),
          Shape.of(2));

  private static final List<Range> RANGES =
      List.of(Range.UNIT, Range.GREY_LEVELS, new Range(-2, -1), Range.ANY);

  /** Samples of random values, drawn from within the range, or with heavy tails. */
  static MemoryDataset random(Shape shape, Range range, int count, long seed) {
    Random random = new Random(seed);
    float[][] samples = new float[count][shape.size()];
    for (float[] sample : samples) {
      for (int i = 0; i < sample.length; i++) {
        sample[i] =
            range.equals(Range.ANY)
                ? (float) (Math.pow(random.nextGaussian(), 3) * 100)
                : range.min() + random.nextFloat() * (range.max() - range.min());
      }
    }
    return MemoryDataset.of("x", shape, range, samples);
  }

  private static List<Alteration> suiting(Shape shape) {
    return Arrays.stream(Alteration.values())
        .filter(alteration -> alteration.suits(shape))
        .toList();
  }

  private static List<float[]> samples(Dataset data, int batchSize) {
    List<float[]> samples = new ArrayList<>();
    data.forEachBatch(
        batchSize,
        batch -> IntStream.range(0, batch.count()).mapToObj(batch::sample).forEach(samples::add));
    return samples;
  }

  @Test
  void shapeSizeAndRangeAreKept() {
    for (Shape shape : SHAPES) {
      for (Range range : RANGES) {
        Dataset normal = random(shape, range, 20, 1);
        for (Dataset made : Alteration.all(normal, 0)) {
          assertThat(made.header())
              .as("%s of %s", made.name(), shape)
              .isEqualTo(normal.header().withName(made.name()));
          // Refuses values outside of the range, and those that are no numbers.
          float[][] values = samples(made, 7).toArray(float[][]::new);
          assertThat(MemoryDataset.of(made.name(), shape, range, values).size()).isEqualTo(20);
        }
      }
    }
  }

  @Test
  void extremeValuesStayFinite() {
    float most = Float.MAX_VALUE;
    for (Shape shape : SHAPES) {
      float[] sample = new float[shape.size()];
      for (int i = 0; i < sample.length; i++) {
        sample[i] = i % 3 == 0 ? most : -most;
      }
      for (Dataset made : Alteration.all(MemoryDataset.of("x", shape, Range.ANY, sample), 0)) {
        for (float value : samples(made, 1).get(0)) {
          assertThat(value).as(made.name()).isBetween(-most, most);
        }
      }
    }
  }

  @Test
  void everySampleOfRandomValuesIsChanged() {
    for (Shape shape : SHAPES) {
      MemoryDataset normal = random(shape, Range.UNIT, 50, 2);
      for (Dataset made : Alteration.all(normal, 0)) {
        List<float[]> altered = samples(made, 50);
        for (int i = 0; i < 50; i++) {
          assertThat(altered.get(i)).as(made.name()).isNotEqualTo(normal.sample(i));
        }
      }
    }
  }

  @Test
  void theNormalSamplesStayAsTheyAre() {
    for (Shape shape : SHAPES) {
      MemoryDataset normal = random(shape, Range.UNIT, 3, 3);
      Alteration.all(normal, 0).forEach(made -> samples(made, 3));
      float[][] before = samples(random(shape, Range.UNIT, 3, 3), 3).toArray(float[][]::new);
      assertThat(samples(normal, 3).toArray(float[][]::new)).isDeepEqualTo(before);
    }
  }

  @Test
  void aSampleIsAlteredAlikeInAnyOrderBatchAndPart() {
    for (Shape shape : SHAPES) {
      MemoryDataset normal = random(shape, Range.UNIT, 10, 4);
      float[][] backwards = new float[10][];
      Arrays.setAll(backwards, i -> normal.sample(9 - i));
      MemoryDataset other = MemoryDataset.of("y", shape, Range.UNIT, backwards);
      for (Alteration alteration : suiting(shape)) {
        List<float[]> altered = samples(alteration.of(normal, 5), 10);
        List<float[]> turned = samples(alteration.of(other, 5), 3);
        List<float[]> odd = samples(alteration.of(normal, 5).where(i -> i % 2 == 1), 2);
        for (int i = 0; i < 10; i++) {
          assertThat(turned.get(9 - i)).as(alteration.title()).containsExactly(altered.get(i));
        }
        assertThat(odd.get(2)).as(alteration.title()).containsExactly(altered.get(5));
      }
    }
  }

  @Test
  void chanceDiffersFromSeedToSeedAndFromSampleToSample() {
    Dataset normal = random(Shape.image(1, 8, 8), Range.UNIT, 2, 6);
    List<float[]> before = samples(normal, 2);
    List<float[]> one = samples(Alteration.NOISY.of(normal, 1), 2);
    List<float[]> two = samples(Alteration.NOISY.of(normal, 2), 2);
    assertThat(one.get(0)).isNotEqualTo(two.get(0));
    assertThat(one.get(0)[0] - before.get(0)[0]).isNotEqualTo(one.get(1)[0] - before.get(1)[0]);
  }

  @Test
  void namesSayWhatWasDoneAndAreUnique() {
    for (Shape shape : SHAPES) {
      Dataset normal = random(shape, Range.UNIT, 1, 7).named("mine:test");
      assertThat(Alteration.all(normal, 0))
          .extracting(Dataset::name)
          .doesNotHaveDuplicates()
          .allMatch(name -> name.startsWith("mine:test, "));
    }
    assertThat(Alteration.MIRRORED.of(random(SHAPES.get(0), Range.UNIT, 1, 8), 0).name())
        .isEqualTo("x, mirrored");
  }

  @Test
  void everyShapeHasItsOwnAlterations() {
    assertThat(suiting(Shape.image(3, 32, 32))).hasSize(10).contains(Alteration.TURNED_90);
    assertThat(suiting(Shape.image(3, 32, 30))).hasSize(9).doesNotContain(Alteration.TURNED_90);
    assertThat(suiting(Shape.of(2, 140))).hasSize(7).allMatch(a -> a.name().startsWith("SERIES"));
    assertThat(suiting(Shape.of(12))).hasSize(3).allMatch(a -> a.name().startsWith("ROW"));
    for (Shape none : List.of(Shape.image(1, 3, 9), Shape.of(1, 7), Shape.of(1))) {
      assertThat(suiting(none)).as("%s", none).isEmpty();
    }
  }

  @Test
  void whatCannotBeAlteredIsRefused() {
    Dataset volumes = random(Shape.of(1, 4, 4, 4), Range.UNIT, 1, 9);
    assertThatThrownBy(() -> Alteration.all(volumes, 0))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "no strangers can be made of x, its samples are 1x4x4x4; give sets of strangers");
    Dataset rows = random(Shape.of(5), Range.UNIT, 1, 9);
    assertThatThrownBy(() -> Alteration.BLURRED.of(rows, 0))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("x cannot be made 'blurred': that is not for samples of 5");
  }
}
