package dev.stranger.train.guard;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A tensor of a network that a guard can watch.
 *
 * @param type of its elements, such as {@code FLOAT}
 * @param dimensions of what belongs to one sample, without the batch
 * @param meaning in words
 */
public record Watched(String tensor, String type, long[] dimensions, String meaning) {

  /** How many numbers it has for a sample after pooling. */
  int width() {
    return dimensions.length == 0 ? 1 : Math.toIntExact(dimensions[channelAxis()]);
  }

  /** Maps and volumes have their channels first, sequences last. */
  private int channelAxis() {
    return dimensions.length > 2 ? 0 : dimensions.length - 1;
  }

  /** Whether it is averaged over places or times. */
  boolean isPooled() {
    return dimensions.length > 1;
  }

  /** Whether it has places of a picture. */
  boolean isMap() {
    return dimensions.length == 3;
  }

  int height() {
    return Math.toIntExact(dimensions[1]);
  }

  int mapWidth() {
    return Math.toIntExact(dimensions[2]);
  }

  private String floats(OnnxGraph graph, String tensor) {
    return type.equals("FLOAT") ? tensor : graph.node("Cast", Map.of("to", 1), tensor);
  }

  /** Its numbers at all places of a grid, N x C x H x W. */
  String writeMap(OnnxGraph graph, String tensor, MapGrid grid) {
    return grid.write(graph, floats(graph, tensor), height(), mapWidth());
  }

  /** Its numbers for each sample, N x width. */
  String write(OnnxGraph graph, String tensor) {
    String floats = floats(graph, tensor);
    if (dimensions.length == 0) {
      return graph.node("Reshape", floats, graph.integers(-1, 1));
    }
    if (!isPooled()) {
      return floats;
    }
    long[] axes =
        LongStream.range(0, dimensions.length)
            .filter(axis -> axis != channelAxis())
            .map(axis -> axis + 1)
            .toArray();
    return graph.node("ReduceMean", Map.of("axes", axes, "keepdims", 0), floats);
  }

  /** The dimensions as people write them. */
  public String shape() {
    return dimensions.length == 0 ? "1" : joined(0);
  }

  /** The dimensions behind the channels. */
  String size() {
    return joined(1);
  }

  private String joined(int from) {
    return Arrays.stream(dimensions)
        .skip(from)
        .mapToObj(Long::toString)
        .collect(Collectors.joining("x"));
  }
}
