package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.stranger.Batch;
import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.score.Network;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.ValueDigest;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The part of a guard's graph between the network and what was learnt: from watched tensors to one
 * row of features a sample, with the {@link LogitStatistics} behind them.
 *
 * @param features tensors, whose numbers are joined
 * @param logits of a classifier, where there are any
 */
public record FeatureReader(
    WatchedNetwork network, List<Watched> features, @Nullable Watched logits) {

  private static final String ROWS = "rows";

  /** Values of samples at a time: 64 MB, of which a network makes several times as many. */
  private static final int VALUES_IN_A_BATCH = 1 << 22;

  private static final int MOST_IN_A_BATCH = 32;

  public int featureCount() {
    return features.stream().mapToInt(Watched::width).sum();
  }

  private int width() {
    return featureCount() + (logits == null ? 0 : LogitStatistics.NAMES.size());
  }

  public Shape shape() {
    return Shape.of(width());
  }

  /** The tensors of the network by the names of the graph's inputs. */
  Map<String, String> tensors() {
    Map<String, String> tensors = new LinkedHashMap<>();
    for (int i = 0; i < features.size(); i++) {
      tensors.put("watched_" + i, features.get(i).tensor());
    }
    if (logits != null) {
      tensors.put("logits", logits.tensor());
    }
    return tensors;
  }

  /** The rows in a graph whose inputs are the {@link #tensors()}. */
  String write(OnnxGraph graph) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < features.size(); i++) {
      Watched watched = features.get(i);
      parts.add(watched.write(graph, graph.input("watched_" + i, watched.dimensions())));
    }
    if (logits != null) {
      String values = logits.write(graph, graph.input("logits", logits.dimensions()));
      parts.addAll(LogitStatistics.write(graph, values));
    }
    return parts.size() == 1 ? parts.get(0) : graph.concat(parts);
  }

  /**
   * The rows of all samples, in memory. Runs the network on each of them once.
   *
   * @throws DataException when a sample has features that are no finite numbers, or all samples
   *     have the same
   */
  public Rows read(Dataset samples, TrainListener listener) {
    OnnxGraph tail = new OnnxGraph();
    tail.output(ROWS, write(tail), width());
    String prefix = Graft.innerPrefix(network.model()) + "output/";
    ModelProto joined = Graft.join(network.model(), tail, tensors(), prefix);
    byte[] model = Graft.withOutputs(joined, List.of(prefix + ROWS)).toByteArray();
    Rows rows = new Rows(samples, width());
    try (Network engine =
        Network.open(model, network.model().place(), network.input(), samples.shape())) {
      samples.forEachBatch(
          batchSize(samples.shape()),
          batch -> {
            if (listener.stop()) {
              throw new CancellationException("stopped while the network ran; nothing is written");
            }
            rows.add(batch, engine.run(batch.values(), batch.count(), Set.of(prefix + ROWS)));
          });
    }
    rows.requireVariety();
    return rows;
  }

  private int batchSize(Shape shape) {
    return network.input().oneByOne()
        ? 1
        : Math.max(1, Math.min(MOST_IN_A_BATCH, VALUES_IN_A_BATCH / shape.size()));
  }

  /** What was read, and what the samples are like on average. */
  public static final class Rows implements Dataset {

    private final Dataset samples;
    private final int width;
    private final List<float[]> rows = new ArrayList<>();
    private final List<Integer> labels = new ArrayList<>();
    private final double[] sums;
    private final double[] squares;
    private final ValueDigest digest = new ValueDigest();

    private Rows(Dataset samples, int width) {
      this.samples = samples;
      this.width = width;
      this.sums = new double[samples.shape().size()];
      this.squares = new double[samples.shape().size()];
    }

    private void add(Batch batch, Map<String, Network.Computed> computed) {
      float[] all = computed.values().iterator().next().numbers();
      for (int i = 0; i < batch.count(); i++) {
        float[] row = Arrays.copyOfRange(all, i * width, (i + 1) * width);
        requireFinite(row);
        rows.add(row);
        labels.add(batch.labels()[i]);
        digest.add(batch.sample(i));
      }
      for (int i = 0; i < batch.count() * sums.length; i++) {
        float value = batch.values()[i];
        sums[i % sums.length] += value;
        squares[i % sums.length] += (double) value * value;
      }
    }

    /** Of all values of the samples in their order. */
    public String sha256() {
      return digest.sha256();
    }

    private void requireFinite(float[] row) {
      for (float value : row) {
        if (!Float.isFinite(value)) {
          throw new DataException(
              "the network gives sample %s of %s the feature %s; check mean, deviation and range of the input"
                  .formatted(samples.sampleName(rows.size()), samples.name(), value));
        }
      }
    }

    private void requireVariety() {
      if (rows.stream().allMatch(row -> Arrays.equals(row, rows.get(0)))) {
        throw new DataException(
            "the network gives all %,d samples of %s the same features; watch another tensor"
                .formatted(rows.size(), samples.name()));
      }
    }

    @Override
    public Header header() {
      return samples.header().withValues(Shape.of(width), Range.ANY);
    }

    @Override
    public Cursor open() {
      return new Cursor() {
        private int next;

        @Override
        public boolean next(float[] target, int offset) {
          if (next == rows.size()) {
            return false;
          }
          System.arraycopy(rows.get(next++), 0, target, offset, width);
          return true;
        }

        @Override
        public int label() {
          return labels.get(next - 1);
        }

        @Override
        public void close() {}
      };
    }

    float mean(int position) {
      return (float) (sums[position] / rows.size());
    }

    float deviation(int position) {
      double mean = sums[position] / rows.size();
      return (float) Math.sqrt(Math.max(0, squares[position] / rows.size() - mean * mean));
    }
  }
}
