package dev.stranger.score;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.TensorInfo;
import dev.stranger.DataException;
import dev.stranger.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refuses graphs that do not keep what their metadata promises, before they judge anything.
 *
 * @param place names the file in complaints
 */
record GraphCheck(Map<String, NodeInfo> inputs, Map<String, NodeInfo> outputs, String place) {

  void require(Metadata metadata) {
    requireSamples("takes samples of", tensor("input", "x", inputs), metadata.shape());
    requireNumbers("energies", metadata.energies());
    requireNumbers("parts", metadata.parts());
    tensor("output", "score", outputs);
    tensor("output", "p_value", outputs);
    if (outputs.containsKey(OnnxSession.RECONSTRUCTION)) {
      TensorInfo made = tensor("output", OnnxSession.RECONSTRUCTION, outputs);
      requireSamples("makes reconstructions of", made, metadata.shape());
    }
  }

  private TensorInfo tensor(String kind, String name, Map<String, NodeInfo> among) {
    @Nullable NodeInfo found = among.get(name);
    if (found == null || !(found.getInfo() instanceof TensorInfo info)) {
      throw new DataException(
          "%s has no %s %s; it is no detector of Stranger".formatted(place, kind, name));
    }
    return info;
  }

  private void requireSamples(String does, TensorInfo info, Shape shape) {
    long[] sample = eachSample(info);
    if (!Arrays.equals(sample, shape.dimensions().stream().mapToLong(d -> d).toArray())) {
      throw new DataException(
          "%s %s %s, its metadata says %s".formatted(place, does, Arrays.toString(sample), shape));
    }
  }

  private void requireNumbers(String output, List<String> names) {
    long[] numbers = eachSample(tensor("output", output, outputs));
    if (!Arrays.equals(numbers, new long[] {names.size()})) {
      throw new DataException(
          "%s has %s of %s for each sample, its metadata names %d: %s"
              .formatted(
                  place, output, Arrays.toString(numbers), names.size(), String.join(", ", names)));
    }
  }

  /** All dimensions but the batch. */
  private static long[] eachSample(TensorInfo info) {
    long[] all = info.getShape();
    return Arrays.copyOfRange(all, Math.min(1, all.length), all.length);
  }
}
