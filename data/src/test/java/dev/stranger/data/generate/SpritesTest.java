package dev.stranger.data.generate;

import static dev.stranger.data.generate.SpriteShape.ELLIPSE;
import static dev.stranger.data.generate.SpriteShape.HEART;
import static dev.stranger.data.generate.SpriteShape.SQUARE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpritesTest {

  private static final Set<SpriteShape> ALL = EnumSet.allOf(SpriteShape.class);

  @Test
  void headerSaysWhatTheSamplesAre() {
    Dataset grid = Sprites.grid(ALL);
    assertThat(grid.name()).isEqualTo("sprites:square,ellipse,heart");
    assertThat(grid.shape()).isEqualTo(Shape.image(1, 64, 64));
    assertThat(grid.range()).isEqualTo(Range.GREY_LEVELS);
    assertThat(grid.size()).isEqualTo(737_280);
    assertThat(grid.labelNames()).containsExactly("square", "ellipse", "heart");
    assertThat(Sprites.sample(Set.of(HEART, SQUARE), 20, 3).name())
        .isEqualTo("sprites:square,heart,size=20,seed=3");
  }

  @Test
  void valuesAreBlackOrWhite() {
    for (float[] sample : samples(Sprites.sample(ALL, 50, 1))) {
      assertThat(sample).containsOnly(0, 255);
    }
  }

  @Test
  void rowChangesFastestThenColumn() {
    MemoryDataset first = Sprites.grid(Set.of(SQUARE)).first(33).inMemory();
    assertThat(topLeft(first.sample(0))).containsExactly(11, 11);
    assertThat(topLeft(first.sample(31))).containsExactly(43, 11);
    assertThat(topLeft(first.sample(32))).containsExactly(11, 12);
  }

  @Test
  void gridOfSomeShapesIsThatPartOfTheWholeGrid() {
    SpriteGrid all = SpriteGrid.of(ALL);
    SpriteGrid some = SpriteGrid.of(Set.of(SQUARE, HEART));
    SpritePen pen = new SpritePen();
    float[] expected = new float[64 * 64];
    float[] drawn = new float[64 * 64];
    assertThat(some.size()).isEqualTo(2 * 245_760);
    for (int i = 0; i < 245_760; i += 999) {
      all.draw(2 * 245_760 + i, pen, expected, 0);
      assertThat(some.draw(245_760 + i, pen, drawn, 0)).isEqualTo(HEART.ordinal());
      assertThat(drawn).as("heart %d", i).isEqualTo(expected);
    }
  }

  @Test
  void sameSeedSameSamples() {
    Dataset sprites = Sprites.sample(ALL, 40, 7);
    assertThat(samples(sprites)).isDeepEqualTo(samples(sprites));
    assertThat(samples(Sprites.sample(ALL, 40, 7))).isDeepEqualTo(samples(sprites));
  }

  @Test
  void otherSeedOtherSamples() {
    assertThat(samples(Sprites.sample(ALL, 40, 8)))
        .isNotEqualTo(samples(Sprites.sample(ALL, 40, 7)));
  }

  @Test
  void sampleIsThePrefixOfALongerSample() {
    assertThat(samples(Sprites.sample(ALL, 90, 7).first(40)))
        .isDeepEqualTo(samples(Sprites.sample(ALL, 40, 7)));
  }

  @Test
  void everyShapeIsDrawnEquallyOften() {
    int[] counts = new int[3];
    try (Cursor cursor = Sprites.sample(Set.of(ELLIPSE, HEART), 10_000, 1).open()) {
      float[] sample = new float[64 * 64];
      while (cursor.next(sample, 0)) {
        counts[cursor.label()]++;
      }
    }
    assertThat(counts[SQUARE.ordinal()]).isZero();
    assertThat(counts[ELLIPSE.ordinal()]).isBetween(4_800, 5_200);
  }

  @Test
  void samplesAreWrittenAtTheOffset() {
    float[] target = new float[64 * 64 + 2];
    target[0] = -1;
    target[64 * 64 + 1] = -1;
    try (Cursor cursor = Sprites.grid(ALL).open()) {
      cursor.next(target, 1);
    }
    assertThat(target[0]).isEqualTo(-1);
    assertThat(target[64 * 64 + 1]).isEqualTo(-1);
  }

  @Test
  void wrongSizesAndEmptyChoicesAreNamed() {
    assertThatThrownBy(() -> Sprites.sample(ALL, 0, 1))
        .isInstanceOf(DataException.class)
        .hasMessage("sprites cannot have size=0; ask for one sample or more");
    assertThatThrownBy(() -> Sprites.grid(Set.of()))
        .isInstanceOf(DataException.class)
        .hasMessage("sprites got nothing to draw; choose one or more of square, ellipse, heart");
  }

  @Test
  void shapesAreReadFromTheirLabels() {
    for (SpriteShape shape : SpriteShape.values()) {
      assertThat(SpriteShape.parse(shape.label())).isEqualTo(shape);
    }
    assertThatThrownBy(() -> SpriteShape.parse("circle"))
        .isInstanceOf(DataException.class)
        .hasMessage("there is no sprite shape 'circle'; choose one of square, ellipse, heart");
  }

  private static float[][] samples(Dataset dataset) {
    MemoryDataset memory = dataset.inMemory();
    float[][] samples = new float[(int) memory.size()][];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = memory.sample(i);
    }
    return samples;
  }

  /** Row and column of the first white pixel. */
  private static int[] topLeft(float[] picture) {
    for (int i = 0; i < picture.length; i++) {
      if (picture[i] == 255) {
        return new int[] {i / 64, i % 64};
      }
    }
    throw new AssertionError("the picture is black");
  }
}
