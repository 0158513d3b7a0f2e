package dev.stranger.train.rkm;

import dev.stranger.Energies;
import dev.stranger.Shape;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.ModelGraph.Other;
import dev.stranger.train.method.References;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.neighbour.CautiousScore;
import dev.stranger.train.neighbour.NeighbourScore;
import dev.stranger.train.neighbour.RowScore;
import dev.stranger.train.neighbour.Statistics;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.Network;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.bytedeco.pytorch.Tensor;

/**
 * A trained St-RKM: its energies, and the statistics and coordinates that the one score needs.
 *
 * @param unseen how many training samples the network did not see, the first ones
 * @param halved positions of training samples that count half in the one score
 * @param outliers positions of training samples that hardly counted
 */
record StRkmGraph(
    Network network,
    FeatureSpace space,
    Loss loss,
    double lambda,
    Shape shape,
    int unseen,
    BitSet halved,
    BitSet outliers)
    implements ModelGraph {

  /** Of the main direction's: a direction with less is mostly noise, and must not be blown up. */
  private static final double SMALLEST_VARIANCE = 0.1;

  @Override
  public List<String> energies() {
    return Energies.ST_RKM;
  }

  /** Outliers are no references: what is like them is not normal. */
  @Override
  public ScoreModel score(String name, References training) {
    return switch (name) {
      case NeighbourScore.KEY -> neighbours(training);
      case StRkm.FULL_ENERGY -> new FullEnergyScore();
      default -> ModelGraph.super.score(name, training);
    };
  }

  private ScoreModel neighbours(References training) {
    ScoreModel all = neighbours(training, unseen, sample -> !outliers.get(sample));
    if (halved.isEmpty()) {
      return all;
    }
    int unseenOthers = unseen - halved.get(0, unseen).cardinality();
    return new CautiousScore(
        all, neighbours(training, unseenOthers, sample -> !halved.get(sample)));
  }

  private ScoreModel neighbours(References training, int unseen, IntPredicate counts) {
    return shape.rank() > 1
        ? NeighbourScore.fit(statistics(), training, counts)
        : RowScore.fit(statistics(), shape.size(), training, counts, unseen);
  }

  private Statistics statistics() {
    return new Statistics(loss, shape);
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new TreeMap<>();
    facts.put("parameters", network.parameters().count());
    facts.put("features", network.features());
    facts.put("subspace", space.subspace());
    facts.put("eigenvalues", space.eigenvalues());
    if (!outliers.isEmpty()) {
      facts.put("outliers", outliers.cardinality());
    }
    return facts;
  }

  @Override
  public List<Tensor> tensors() {
    return network.parameters().tensors();
  }

  @Override
  public Outputs write(OnnxGraph graph, String x) {
    String mean = graph.constant(space.mean(), network.features());
    String phi = graph.sub(network.writeEncoder(graph, loss.writeSeen(graph, x)), mean);
    String u = graph.constant(space.u(), space.subspace(), network.features());
    // h = U phi, with the main directions as rows of U.
    String h = graph.matmul(phi, graph.node("Transpose", Map.of("perm", new long[] {1, 0}), u));
    String onSubspace = graph.matmul(h, u);
    String raw = network.writeDecoder(graph, onSubspace);

    String kpcaError = kpcaError(graph, phi, onSubspace);
    String rawRows = rows(graph, raw);
    String aeLoss = loss.writeSum(graph, rawRows, rows(graph, x));
    String fullEnergy = graph.add(kpcaError, graph.mul(aeLoss, graph.constant(lambda / 2)));
    String correlation = graph.rowSum(graph.mul(phi, onSubspace)); // also the energy |h|^2
    String negCorr = graph.mul(correlation, graph.constant(2));
    String output = loss.writeOutput(graph, raw);
    String known = loss.writeKnown(graph, output, x);
    String statistics = statistics().write(graph, kpcaError, correlation, rawRows, known, x);
    String place = graph.mul(h, graph.constant(inverseDeviations(), space.subspace()));
    List<Other> others =
        new ArrayList<>(
            NeighbourScore.outputs(statistics, statistics().count(), place, space.subspace()));
    if (shape.rank() == 1) {
      others.add(RowScore.output(rows(graph, x), shape.size()));
    }
    return new Outputs(List.of(fullEnergy, kpcaError, aeLoss, negCorr), output, others);
  }

  /** Zero where U has all directions: what rounding leaves then looks like a score. */
  private String kpcaError(OnnxGraph graph, String phi, String onSubspace) {
    String error = graph.squaredNorm(graph.sub(phi, onSubspace));
    boolean isWhole = space.subspace() == network.features();
    return isWhole ? graph.mul(error, graph.constant(0)) : error;
  }

  private String rows(OnnxGraph graph, String samples) {
    return shape.rank() == 1 ? samples : graph.rows(samples);
  }

  private float[] inverseDeviations() {
    double[] eigenvalues = space.eigenvalues();
    float[] inverse = new float[eigenvalues.length];
    for (int i = 0; i < inverse.length; i++) {
      double variance = Math.max(eigenvalues[i], SMALLEST_VARIANCE * eigenvalues[0]);
      inverse[i] = (float) (1 / Math.sqrt(variance));
    }
    return inverse;
  }
}
