package dev.stranger.paper.experiment;

import dev.stranger.Batch;
import dev.stranger.Verdict;
import dev.stranger.paper.FlaggedSamples;
import dev.stranger.score.Detector;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The samples of a set that a detector flags, the strangest of them: a figure of the paper. */
final class Flagged {

  private static final int SHOWN = 10;

  private record Sample(float score, float[] values) {}

  /** Samples one after another, behind their number and their size. */
  private static final Cache.Format<List<float[]>> FORMAT =
      new Cache.Format<>() {
        @Override
        public void write(List<float[]> samples, DataOutputStream out) throws IOException {
          out.writeInt(samples.size());
          for (float[] sample : samples) {
            Numbers.write(sample, out);
          }
        }

        @Override
        public List<float[]> read(DataInputStream in) throws IOException {
          List<float[]> samples = new ArrayList<>();
          int count = in.readInt();
          for (int i = 0; i < count; i++) {
            samples.add(Numbers.readFloats(in));
          }
          return samples;
        }
      };

  private final Cache cache;
  private final Models models;
  private final ExperimentListener listener;

  Flagged(Cache cache, Models models, ExperimentListener listener) {
    this.cache = cache;
    this.models = models;
    this.listener = listener;
  }

  /** Of the model of the first seed. */
  FlaggedSamples of(Entrant entrant, PaperSet set) {
    String determinants = models.determinants(entrant, 0) + "\n" + set.identity();
    Path file = cache.file("flagged", entrant.name() + "-" + set.name(), determinants, "bin");
    List<float[]> samples = cache.get(file, FORMAT, () -> find(entrant, set));
    return new FlaggedSamples(set.name(), PaperSets.IMAGE, samples);
  }

  private List<float[]> find(Entrant entrant, PaperSet set) {
    PriorityQueue<Sample> strangest =
        new PriorityQueue<>(Comparator.comparingDouble(Sample::score));
    try (Detector detector = models.open(entrant, 0, listener)) {
      detector.judge(set.data(), (batch, verdicts) -> add(batch, verdicts, strangest));
    }
    return strangest.stream()
        .sorted(Comparator.comparingDouble(sample -> -sample.score()))
        .map(Sample::values)
        .toList();
  }

  private static void add(Batch batch, List<Verdict> verdicts, PriorityQueue<Sample> strangest) {
    int size = batch.values().length / batch.count();
    for (int i = 0; i < verdicts.size(); i++) {
      Verdict verdict = verdicts.get(i);
      if (verdict.ood()) {
        float[] values = Arrays.copyOfRange(batch.values(), i * size, (i + 1) * size);
        strangest.add(new Sample(verdict.score(), values));
      }
      if (strangest.size() > SHOWN) {
        strangest.poll();
      }
    }
  }
}
