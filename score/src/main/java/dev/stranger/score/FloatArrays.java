package dev.stranger.score;

import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Arrays of numbers, one behind another. */
final class FloatArrays {

  private FloatArrays() {}

  static float[] joined(List<float[]> parts) {
    FloatBuffer all = FloatBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
    parts.forEach(all::put);
    return all.array();
  }

  /** The outputs of several runs as those of one. */
  static Map<String, float[]> joined(List<Map<String, float[]>> runs, Set<String> outputs) {
    Map<String, float[]> all = new HashMap<>();
    for (String output : outputs) {
      all.put(output, joined(runs.stream().map(run -> run.get(output)).toList()));
    }
    return all;
  }
}
