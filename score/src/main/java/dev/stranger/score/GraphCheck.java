package dev.stranger.score;

import dev.stranger.DetectorFileException;
import dev.stranger.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refuses graphs that do not keep what their metadata guarantees, before they judge anything.
 *
 * @param place names the file in complaints
 */
record GraphCheck(GraphFacts graph, String place) {

  void require(Metadata metadata) {
    requireInput(metadata);
    requireNumbers(Answers.ENERGIES, metadata.energies());
    requireNumbers(Answers.PARTS, metadata.parts());
    requireOneNumber(Answers.SCORE);
    requireOneNumber(Answers.P_VALUE);
    graph.outputs().keySet().forEach(this::requireKnownSize);
    if (graph.outputs().containsKey(Answers.EXPECTED)) {
      requireSamples("expects columns of", output(Answers.EXPECTED), metadata.shape());
    }
    if (graph.outputs().containsKey(Answers.RECONSTRUCTION)) {
      long[] made = output(Answers.RECONSTRUCTION);
      requireSamples("makes reconstructions of", made, metadata.shape());
    }
  }

  private void requireInput(Metadata metadata) {
    long[] all = dimensions("input", metadata.input().name(), graph.inputs());
    if (metadata.isGuarded()) {
      metadata.input().dimensions(all, metadata.graphShape(), 1);
    } else {
      requireSamples("takes samples of", all, metadata.shape());
    }
  }

  private long[] output(String name) {
    return dimensions("output", name, graph.outputs());
  }

  private long[] dimensions(String kind, String name, Map<String, long[]> among) {
    long @Nullable [] found = among.get(name);
    if (found == null) {
      throw new DetectorFileException(
          "%s has no %s %s of floats; it is no detector of Stranger".formatted(place, kind, name));
    }
    return found;
  }

  private void requireSamples(String does, long[] all, Shape shape) {
    long[] sample = eachSample(all);
    if (!Arrays.equals(sample, shape.dimensions().stream().mapToLong(d -> d).toArray())) {
      throw new DetectorFileException(
          "%s %s %s, its metadata says %s".formatted(place, does, Arrays.toString(sample), shape));
    }
  }

  private void requireOneNumber(String output) {
    long[] all = output(output);
    if (all.length != 1) {
      throw new DetectorFileException(
          "%s gives a %s of %s, one number for each sample was expected; it is no detector of Stranger"
              .formatted(place, output, Arrays.toString(all)));
    }
  }

  /** What a graph gives can only be complete when it is known how much it has to be. */
  private void requireKnownSize(String output) {
    long[] all = output(output);
    if (all.length < 1 || Arrays.stream(eachSample(all)).anyMatch(length -> length < 1)) {
      throw new DetectorFileException(
          "%s has the output %s of %s, its size is not known; it is no detector of Stranger"
              .formatted(place, output, Arrays.toString(all)));
    }
  }

  private void requireNumbers(String output, List<String> names) {
    long[] numbers = eachSample(output(output));
    if (!Arrays.equals(numbers, new long[] {names.size()})) {
      throw new DetectorFileException(
          "%s has %s of %s for each sample, its metadata names %d: %s"
              .formatted(
                  place, output, Arrays.toString(numbers), names.size(), String.join(", ", names)));
    }
  }

  /** All dimensions but the batch. */
  private static long[] eachSample(long[] all) {
    return Arrays.copyOfRange(all, Math.min(1, all.length), all.length);
  }
}
