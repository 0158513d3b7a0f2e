package dev.stranger.server.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.score.Metadata;
import dev.stranger.score.ModelInput;
import dev.stranger.score.Tiles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuardedNetworkTest {

  private static final Shape PICTURE = Shape.image(3, 100, 100);

  private static String described(Metadata.Builder metadata) {
    return new String(Json.object(json -> GuardedNetwork.describe(json, metadata.build())), UTF_8);
  }

  @Test
  void everythingThatTheNetworkNeedsIsSaid() {
    ModelInput input =
        ModelInput.of("pixels")
            .withChannelsLast(true)
            .withValues(255, List.of(1f, 2f, 3.5f), List.of(50f))
            .withConstants(Map.of("training", 0f, "temperature", 1.5f))
            .withOneByOne(true)
            .withOutputPrefix("stranger_");
    Tiles tiles = new Tiles(PICTURE, Shape.image(3, 64, 64), 0.25);
    assertThat(described(Metadata.of(PICTURE, Range.UNIT).input(input).tiles(tiles)))
        .isEqualTo(
            "{\"input\":{\"name\":\"pixels\",\"layout\":\"channels_last\",\"scale\":255.0,"
                + "\"means\":[1.0,2.0,3.5],\"deviations\":[50.0],"
                + "\"constants\":{\"temperature\":1.5,\"training\":0.0},"
                + "\"one_by_one\":true,\"output_prefix\":\"stranger_\"},"
                + "\"tiles\":{\"shape\":[3,64,64],\"overlap\":0.25,\"count\":4}}");
  }

  @Test
  void nothingIsSaidOfOtherDetectors() {
    assertThat(described(Metadata.of(PICTURE, Range.UNIT))).isEqualTo("{}");
  }
}
