package dev.stranger.data.generate;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** Images of independent, evenly distributed grey levels. Immutable and thread-safe. */
public final class Noise {

  private Noise() {}

  /**
   * Sample {@code i} depends only on the seed and {@code i}.
   *
   * @throws DataException when the size is not positive
   */
  public static Dataset sample(Shape shape, long size, long seed) {
    RandomStreams streams = new RandomStreams(seed, shape.size());
    Header header =
        new Header(
            "noise:size=%d,seed=%d".formatted(size, seed),
            shape,
            Range.GREY_LEVELS,
            Sizes.positive("noise", size),
            List.of());
    return new GeneratedDataset(
        header,
        () ->
            (index, target, offset) -> {
              UniformRandomProvider random = streams.at(index);
              for (int i = 0; i < shape.size(); i++) {
                target[offset + i] = random.nextInt(256);
              }
              return Cursor.NO_LABEL;
            });
  }
}
