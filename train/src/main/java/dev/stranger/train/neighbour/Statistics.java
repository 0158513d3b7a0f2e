package dev.stranger.train.neighbour;

import dev.stranger.Shape;
import dev.stranger.train.net.Loss;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * What the score looks at, none of it negative: for each sample its kPCA error, its energy in the
 * subspace, its reconstruction errors, and the energy and the roughness of the sample itself. The
 * last two matter because errors grow with what there is to reconstruct: a small error on an almost
 * empty image may be stranger than a large one on a full image, and one on a smooth image stranger
 * than one on a busy image. Where samples have an order, their {@link Spectrum} follows.
 *
 * <p>A series of several channels has the usual change of each channel too. A sensor that is stuck
 * is smooth, and hardly shows in sums over all channels.
 */
public record Statistics(Loss loss, Shape shape) {

  /** In deviations of a channel; smaller changes from one step to the next are as good as none. */
  private static final double NO_CHANGE = 1e-3;

  /**
   * Columns that belong together.
   *
   * @param name in words
   */
  record Group(String name, int width) {}

  /** All columns in their order. */
  List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    single().forEach(name -> groups.add(new Group(name, 1)));
    if (Spectrum.suits(shape)) {
      Spectrum.NAMES.forEach(name -> groups.add(new Group(name, Spectrum.BANDS)));
    }
    return groups;
  }

  /** The columns that stand for themselves. */
  private List<String> single() {
    List<String> names = new ArrayList<>();
    names.add("distance to the subspace");
    names.add("energy in the subspace");
    if (loss.hasCrossEntropy()) {
      names.add("cross-entropy");
    }
    names.add("squared error");
    names.add("energy of the sample");
    if (isOrdered()) {
      names.add("roughness of the sample");
    }
    for (int channel = 1; channel <= watchedChannels(); channel++) {
      names.add("changes of channel " + channel);
    }
    return names;
  }

  public int count() {
    return groups().stream().mapToInt(Group::width).sum();
  }

  /** What is added to a statistic, in units of its mean, before its logarithm is taken. */
  float logarithmOffset() {
    if (loss.isOfUnit()) {
      return StatisticSpace.UNIT_OFFSET;
    }
    return switch (shape.rank()) {
      case 1 -> StatisticSpace.ROW_OFFSET;
      case 2 -> StatisticSpace.SERIES_OFFSET;
      default -> StatisticSpace.STANDARD_OFFSET;
    };
  }

  private int watchedChannels() {
    boolean changes = shape.rank() == 2 && shape.dimensions().get(1) > 1;
    return changes && shape.channels() > 1 ? shape.channels() : 0;
  }

  /** Neighbours in a series or an image belong together, columns of a table need not. */
  private boolean isOrdered() {
    return shape.rank() > 1;
  }

  /**
   * @param kpcaError N x 1
   * @param subspaceEnergy N x 1
   * @param raw output of the decoder, one row a sample
   * @param output what it means, in the shape of a sample
   * @param x what it should be, in the shape of a sample
   * @return N x count
   */
  public String write(
      OnnxGraph graph,
      String kpcaError,
      String subspaceEnergy,
      String raw,
      String output,
      String x) {
    List<String> parts = new ArrayList<>(List.of(kpcaError, subspaceEnergy));
    String row = graph.rows(x);
    if (loss.hasCrossEntropy()) {
      parts.add(loss.writeCrossEntropy(graph, raw, row));
    }
    if (!spectrumTellsAll()) {
      parts.add(Loss.SQUARED.writeSum(graph, graph.rows(output), row));
      parts.add(graph.squaredNorm(row));
    }
    if (!spectrumTellsAll() && isOrdered()) {
      parts.add(roughness(graph, x));
    }
    boolean hasSpectrum = Spectrum.suits(shape);
    int single = parts.size();
    if (hasSpectrum) {
      parts.add(new Spectrum(shape).write(graph, x, output));
    }
    if (watchedChannels() > 0) {
      parts.add(changes(graph, x));
    }
    String columns = graph.concat(parts);
    String all = hasSpectrum ? inOrder(graph, columns, single) : columns;
    return graph.node("Relu", all); // rounding must not make them negative
  }

  /** Whether squared error, energy and roughness are columns of the spectrum. */
  private boolean spectrumTellsAll() {
    return Spectrum.suits(shape) && new Spectrum(shape).isWhole();
  }

  /**
   * @param columns single ones, then those of the spectrum, then the changes of channels
   * @param sample where those of the spectrum begin
   */
  private String inOrder(OnnxGraph graph, String columns, int sample) {
    int residual = sample + Spectrum.COLUMNS;
    int changes = residual + Spectrum.COLUMNS;
    LongStream.Builder order = LongStream.builder();
    LongStream.range(0, sample).forEach(order);
    if (spectrumTellsAll()) {
      order.add(residual + Spectrum.ENERGY);
      order.add(sample + Spectrum.ENERGY).add(sample + Spectrum.ROUGHNESS);
    }
    LongStream.range(changes, changes + watchedChannels()).forEach(order);
    LongStream.range(sample, sample + Spectrum.BANDS).forEach(order);
    LongStream.range(residual, residual + Spectrum.BANDS).forEach(order);
    String chosen = graph.integers(order.build().toArray());
    return graph.node("Gather", Map.of("axis", 1), columns, chosen);
  }

  /** The energy of the differences between neighbours: in time, or across and down. */
  private String roughness(OnnxGraph graph, String x) {
    String along = differences(graph, x, shape.rank());
    return shape.isImage() ? graph.add(along, differences(graph, x, shape.rank() - 1)) : along;
  }

  private String differences(OnnxGraph graph, String x, int axis) {
    return graph.squaredNorm(graph.rows(toNext(graph, x, axis)));
  }

  private String toNext(OnnxGraph graph, String x, int axis) {
    int length = shape.dimensions().get(axis - 1);
    String later = graph.slice(x, axis, 1, length);
    String earlier = graph.slice(x, axis, 0, length - 1);
    return graph.sub(later, earlier);
  }

  /**
   * The geometric mean of the changes of each channel, N x channels: if a channel stands still for
   * a part of the time, it is far smaller than usual.
   */
  private String changes(OnnxGraph graph, String x) {
    String sizes = graph.node("Abs", toNext(graph, x, 2));
    String logarithms = graph.node("Log", graph.add(sizes, graph.constant(NO_CHANGE)));
    return graph.node(
        "Exp", graph.node("ReduceMean", Map.of("axes", new long[] {2}, "keepdims", 0), logarithms));
  }
}
