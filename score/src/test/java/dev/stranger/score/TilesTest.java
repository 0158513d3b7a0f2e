package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TilesTest {

  @Test
  void everyPixelIsInATileAndNoneIsOutside() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      int height = 1 + random.nextInt(40);
      int width = 1 + random.nextInt(40);
      Tiles tiles =
          new Tiles(
              Shape.image(2, height, width),
              Shape.image(2, 1 + random.nextInt(height), 1 + random.nextInt(width)),
              0.9 * random.nextDouble());
      float[] sample = new float[2 * height * width];
      for (int k = 0; k < sample.length; k++) {
        sample[k] = k + 1;
      }
      boolean[] seen = new boolean[sample.length];
      for (float value : tiles.of(sample)) {
        seen[(int) value - 1] = true;
      }
      assertThat(seen).as("%s", tiles).doesNotContain(false);
    }
  }

  @Test
  void neighboursOverlapAsFarAsAskedFor() {
    Tiles tiles = new Tiles(Shape.image(1, 100, 10), Shape.image(1, 10, 10), 0.5);
    for (int i = 1; i < tiles.count(); i++) {
      assertThat(tiles.top(i) - tiles.top(i - 1)).isBetween(1, 5);
    }
  }

  @Test
  void whatCannotBeCutIsRefused() {
    assertThatThrownBy(() -> new Tiles(Shape.image(1, 8, 8), Shape.image(1, 9, 8), 0))
        .hasMessageContaining("1x8x8 cannot be cut into tiles of 1x9x8");
    assertThatThrownBy(() -> new Tiles(Shape.image(1, 8, 8), Shape.image(3, 8, 8), 0))
        .hasMessageContaining("cannot be cut");
    assertThatThrownBy(() -> new Tiles(Shape.image(1, 8, 8), Shape.image(1, 4, 4), 1))
        .hasMessageContaining("overlap by 0 to 0.9");
    assertThatThrownBy(() -> new Tiles(Shape.image(1, 4000, 4000), Shape.image(1, 4, 4), 0))
        .hasMessageContaining("more than 1,024 tiles");
  }

  @Test
  void theInputOfANetworkIsKeptInTheMetadata() {
    ModelInput input =
        ModelInput.of("pixels")
            .withChannelsLast(true)
            .withValues(255, List.of(1f, 2f, 3f), List.of(4f))
            .withConstants(Map.of("a b=c", 2f))
            .withOneByOne(true)
            .withOutputPrefix("stranger_");
    Metadata metadata =
        Metadata.of(Shape.image(3, 8, 8), Range.UNIT)
            .parts(List.of("score"))
            .input(input)
            .tiles(new Tiles(Shape.image(3, 8, 8), Shape.image(3, 4, 4), 0.25))
            .build();
    Metadata again = Metadata.parse(metadata.toProperties(), "file");
    assertThat(again).isEqualTo(metadata);
    assertThat(again.input()).isEqualTo(input);
    assertThat(again.tiles()).isEqualTo(metadata.tiles());
    assertThat(again.isGuarded()).isTrue();
  }
}
