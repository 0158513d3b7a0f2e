package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.stranger.Batch;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.score.Network;
import dev.stranger.score.Tiles;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The part of a guard's graph between the network and what was learnt: from watched tensors to rows
 * of features. A sample has one row, with the {@link LogitStatistics} behind its features, or one
 * for each of its places.
 *
 * @param features tensors, whose numbers are joined
 * @param logits of a classifier, where there are any
 * @param grid the places that are looked at one by one; null where a sample is looked at as a whole
 * @param tiles that samples are cut into; null where the network takes whole samples
 */
public record FeatureReader(
    WatchedNetwork network,
    List<Watched> features,
    @Nullable Watched logits,
    @Nullable MapGrid grid,
    @Nullable Tiles tiles) {

  private static final String ROWS = "rows";

  /** Values of samples at a time: 16 MB, of which a network makes several times as many. */
  private static final int VALUES_IN_A_BATCH = 1 << 22;

  private static final int MOST_IN_A_BATCH = 32;

  /** Rows of places that are learnt from: neighbouring places are much alike. */
  private static final int MOST_ROWS = 50_000;

  /** The grid of the largest of some maps. */
  public static MapGrid gridOf(List<Watched> maps) {
    for (Watched map : maps) {
      if (!map.isMap()) {
        throw new DataException(
            "the tensor '%s' has %s numbers a sample, which are no map; watch one of CxHxW"
                .formatted(map.tensor(), map.shape()));
      }
    }
    return new MapGrid(
        maps.stream().mapToInt(Watched::height).max().orElseThrow(),
        maps.stream().mapToInt(Watched::mapWidth).max().orElseThrow());
  }

  public int featureCount() {
    return features.stream().mapToInt(Watched::width).sum();
  }

  private int width() {
    return featureCount() + (logits == null ? 0 : LogitStatistics.NAMES.size());
  }

  /** Of a row. */
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
      String tensor = graph.input("watched_" + i, watched.dimensions());
      parts.add(
          grid == null ? watched.write(graph, tensor) : watched.writeMap(graph, tensor, grid));
    }
    String all = parts.size() == 1 ? parts.get(0) : graph.concat(parts);
    if (logits != null) {
      String values = logits.write(graph, graph.input("logits", logits.dimensions()));
      return withStatistics(graph, all, LogitStatistics.write(graph, values));
    }
    return grid == null ? all : places(graph, all);
  }

  /** What was learnt takes the row apart again, which must not cost time. */
  private String withStatistics(OnnxGraph graph, String own, List<String> statistics) {
    List<String> parts = new ArrayList<>(List.of(own));
    parts.addAll(statistics);
    List<Integer> widths = new ArrayList<>(List.of(featureCount()));
    widths.addAll(Collections.nCopies(statistics.size(), 1));
    return graph.concat(parts, widths);
  }

  /** N x C x H x W becomes one row for each place. */
  private String places(OnnxGraph graph, String map) {
    String last = graph.node("Transpose", Map.of("perm", new long[] {0, 2, 3, 1}), map);
    return graph.node("Reshape", last, graph.integers(-1, width()));
  }

  /** How many rows so many samples that are learnt from have: fewer than places where many do. */
  public long rowsOf(int samples) {
    int runs = tiles == null ? 1 : tiles.count();
    long places = (long) runs * (grid == null ? 1 : grid.places());
    return samples * Math.min(places, mostOf(samples));
  }

  /** Rows that are kept of each of so many samples. */
  private int mostOf(int samples) {
    boolean whole = grid == null && tiles == null;
    return whole ? 1 : Math.max(1, MOST_ROWS / Math.max(1, samples));
  }

  /**
   * The rows of samples that are learnt from, in memory. Runs the network on each of them once.
   *
   * @param fit positions of the samples that are learnt from
   * @throws DataException when a sample has features that are no finite numbers, or all samples
   *     have the same
   */
  public FeatureRows read(Dataset samples, BitSet fit, long seed, TrainListener listener) {
    FeatureRows rows = new FeatureRows(samples, width(), mostOf(fit.cardinality()), seed);
    long[] position = {0};
    try (Network engine =
        Network.open(rowsModel(), network.model().place(), network.input(), network.shape())) {
      samples.forEachBatch(
          batchSize(samples.shape()),
          batch -> {
            if (listener.stop()) {
              throw new CancellationException("stopped while the network ran; nothing is written");
            }
            read(batch, position[0], fit, engine, rows);
            position[0] += batch.count();
          });
    }
    rows.requireVariety();
    return rows;
  }

  private byte[] rowsModel() {
    OnnxGraph tail = new OnnxGraph();
    tail.output(ROWS, write(tail), width());
    ModelProto joined = Graft.join(network.model(), tail, tensors(), outputPrefix());
    return Graft.withOutputs(joined, List.of(outputPrefix() + ROWS)).toByteArray();
  }

  private String outputPrefix() {
    return Graft.innerPrefix(network.model()) + "output/";
  }

  private void read(Batch batch, long from, BitSet fit, Network engine, FeatureRows rows) {
    for (int i = 0; i < batch.count(); i++) {
      rows.see(batch.sample(i));
    }
    int[] chosen = IntStream.range(0, batch.count()).filter(i -> fit.get((int) from + i)).toArray();
    if (chosen.length == 0) {
      return;
    }
    int runs = tiles == null ? 1 : tiles.count();
    int size = runs * network.shape().size();
    float[] values = new float[chosen.length * size];
    for (int i = 0; i < chosen.length; i++) {
      float[] sample = batch.sample(chosen[i]);
      System.arraycopy(tiles == null ? sample : tiles.of(sample), 0, values, i * size, size);
    }
    float[] all = run(engine, values, chosen.length * runs);
    int each = all.length / chosen.length;
    for (int i = 0; i < chosen.length; i++) {
      float[] own = Arrays.copyOfRange(all, i * each, (i + 1) * each);
      rows.add(own, batch.labels()[chosen[i]], from + chosen[i]);
    }
  }

  /** A few at a time: one by one where the network takes no more. */
  private float[] run(Network engine, float[] values, int count) {
    int most = batchSize(network.shape());
    int size = network.shape().size();
    String output = outputPrefix() + ROWS;
    List<float[]> parts = new ArrayList<>();
    for (int from = 0; from < count; from += most) {
      int some = Math.min(most, count - from);
      float[] part = Arrays.copyOfRange(values, from * size, (from + some) * size);
      parts.add(engine.run(part, some, Set.of(output)).get(output).numbers());
    }
    float[] all = new float[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private int batchSize(Shape shape) {
    return network.input().oneByOne()
        ? 1
        : Math.max(1, Math.min(MOST_IN_A_BATCH, VALUES_IN_A_BATCH / shape.size()));
  }
}
