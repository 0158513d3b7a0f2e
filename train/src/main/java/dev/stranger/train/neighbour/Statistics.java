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
 */
public record Statistics(Loss loss, Shape shape) {

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
    String all =
        Spectrum.suits(shape)
            ? withSpectrum(graph, parts, new Spectrum(shape).write(graph, x, output))
            : graph.concat(parts);
    return graph.node("Relu", all); // rounding must not make them negative
  }

  /** Whether squared error, energy and roughness are columns of the spectrum. */
  private boolean spectrumTellsAll() {
    return Spectrum.suits(shape) && new Spectrum(shape).isWhole();
  }

  private String withSpectrum(OnnxGraph graph, List<String> before, String spectrum) {
    List<String> parts = new ArrayList<>(before);
    parts.add(spectrum);
    int sample = before.size();
    int residual = sample + Spectrum.COLUMNS;
    LongStream.Builder columns = LongStream.builder();
    LongStream.range(0, sample).forEach(columns);
    if (spectrumTellsAll()) {
      columns.add(residual + Spectrum.ENERGY);
      columns.add(sample + Spectrum.ENERGY).add(sample + Spectrum.ROUGHNESS);
    }
    LongStream.range(sample, sample + Spectrum.BANDS).forEach(columns);
    LongStream.range(residual, residual + Spectrum.BANDS).forEach(columns);
    String chosen = graph.integers(columns.build().toArray());
    return graph.node("Gather", Map.of("axis", 1), graph.concat(parts), chosen);
  }

  /** The energy of the differences between neighbours: in time, or across and down. */
  private String roughness(OnnxGraph graph, String x) {
    String along = differences(graph, x, shape.rank());
    return shape.isImage() ? graph.add(along, differences(graph, x, shape.rank() - 1)) : along;
  }

  private String differences(OnnxGraph graph, String x, int axis) {
    int length = shape.dimensions().get(axis - 1);
    String later = graph.slice(x, axis, 1, length);
    String earlier = graph.slice(x, axis, 0, length - 1);
    return graph.squaredNorm(graph.rows(graph.sub(later, earlier)));
  }
}
