package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.stranger.Dataset;
import dev.stranger.score.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a classifier says of a few samples, in words, so that a person sees whether it is right. */
public final class TopClasses {

  private TopClasses() {}

  /** One line for each sample. */
  public static List<String> of(WatchedNetwork network, Watched logits, Dataset samples) {
    ModelProto model = network.withOutputs(Set.of(logits.tensor()));
    List<String> lines = new ArrayList<>();
    try (Network engine =
        Network.open(
            model.toByteArray(), network.model().place(), network.input(), network.shape())) {
      samples.forEachBatch(
          1,
          batch -> {
            Set<String> output = Set.of(logits.tensor());
            float[] values = engine.run(batch.values(), 1, output).get(logits.tensor()).numbers();
            lines.add(line(samples.sampleName(lines.size()), values));
          });
    }
    return lines;
  }

  private static String line(String sample, float[] logits) {
    int best = 0;
    double sum = 0;
    for (int i = 1; i < logits.length; i++) {
      best = logits[i] > logits[best] ? i : best;
    }
    for (float logit : logits) {
      sum += Math.exp(logit - logits[best]);
    }
    return "%s: class %d (%.0f %%)".formatted(sample, best, 100 / sum);
  }
}
