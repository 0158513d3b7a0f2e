package dev.stranger.paper;

import dev.stranger.Shape;
import java.util.List;

/**
 * Images of a set that were flagged, the strangest first.
 *
 * @param shape of an image
 * @param samples values in [0, 1], channel by channel
 */
public record FlaggedSamples(String set, Shape shape, List<float[]> samples) {

  public FlaggedSamples {
    samples = List.copyOf(samples);
    if (!shape.isImage()) {
      throw new IllegalArgumentException("samples of %s are %s, no images".formatted(set, shape));
    }
  }
}
