package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stranger.score.Metadata;
import dev.stranger.score.ModelInput;
import dev.stranger.score.Tiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a program needs to give samples to the network of a guarded file itself. */
final class GuardedNetwork {

  private GuardedNetwork() {}

  /** Writes nothing for a graph of Stranger's own, which takes samples as they are. */
  static void describe(JsonGenerator json, Metadata metadata) throws IOException {
    if (metadata.isGuarded()) {
      input(json, metadata.input());
    }
    @Nullable Tiles tiles = metadata.tiles();
    if (tiles != null) {
      tiles(json, tiles);
    }
  }

  private static void input(JsonGenerator json, ModelInput input) throws IOException {
    json.writeObjectFieldStart("input");
    json.writeStringField("name", input.name());
    json.writeStringField("layout", input.channelsLast() ? "channels_last" : "channels_first");
    json.writeNumberField("scale", input.scale());
    numbers(json, "means", input.means());
    numbers(json, "deviations", input.deviations());
    json.writeObjectFieldStart("constants");
    for (Map.Entry<String, Float> constant : new TreeMap<>(input.constants()).entrySet()) {
      json.writeNumberField(constant.getKey(), constant.getValue());
    }
    json.writeEndObject();
    json.writeBooleanField("one_by_one", input.oneByOne());
    json.writeStringField("output_prefix", input.outputPrefix());
    json.writeEndObject();
  }

  private static void numbers(JsonGenerator json, String name, List<Float> numbers)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (float number : numbers) {
      json.writeNumber(number);
    }
    json.writeEndArray();
  }

  private static void tiles(JsonGenerator json, Tiles tiles) throws IOException {
    json.writeObjectFieldStart("tiles");
    DetectorRoutes.shape(json, "shape", tiles.tile());
    json.writeNumberField("overlap", tiles.overlap());
    json.writeNumberField("count", tiles.count());
    json.writeEndObject();
  }
}
