package dev.stranger.train.guard;

import dev.stranger.train.baseline.ClassGaussians;
import dev.stranger.train.guard.WitnessScore.Witness;
import dev.stranger.train.method.GraphPreparation;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.References;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What is normal for the features of a network, as the end of a graph. A row holds the features,
 * then the {@link LogitStatistics} where the network is a classifier.
 *
 * @param features number of them
 * @param ofClassifier whether there are logits
 * @param preparation of the places that the St-RKM learnt from
 * @param rkm an St-RKM of the directions of features
 * @param classes where the labels of training samples are known; an energy, and no part of the
 *     score, as it did not make that better
 */
record FeatureModel(
    int features,
    boolean ofClassifier,
    DirectionSpace space,
    DirectionNeighbours neighbours,
    GraphPreparation preparation,
    ModelGraph rkm,
    @Nullable ClassGaussians classes)
    implements ModelGraph {

  /**
   * Energies of the St-RKM. Its other energies are not computed: at batch 1 nodes take the time.
   */
  private static final List<String> OF_RKM = List.of("kpca_error", "ae_loss");

  static final String NEIGHBOURS = "neighbours";
  static final String LENGTH = "feature_length";
  static final String MAHALANOBIS = "mahalanobis";

  /** Training samples whose statistics are looked at; more would not change their deviations. */
  private static final int MOST_ASKED = 2000;

  /** Of the mean: smaller squares all count as nothing, as their logarithms would have no end. */
  private static final double NEGLIGIBLE = 1e-6;

  /**
   * What is outside of the main directions is a difference of squares near one: below this it is
   * mostly rounding, which differs from machine to machine.
   */
  private static final double SMALLEST_OUTSIDE = 1e-4;

  /** The energies of a model with these parts, in their order. */
  static List<String> energies(boolean hasLogits, boolean hasClasses) {
    List<String> names = new ArrayList<>(OF_RKM);
    names.add(NEIGHBOURS);
    names.add(LENGTH);
    if (hasLogits) {
      names.addAll(LogitStatistics.NAMES);
    }
    if (hasClasses) {
      names.add(MAHALANOBIS);
    }
    return List.copyOf(names);
  }

  @Override
  public List<String> energies() {
    return energies(ofClassifier, classes != null);
  }

  /** Standardised columns would have another length, and point elsewhere. */
  @Override
  public boolean takesRawValues() {
    return true;
  }

  private List<Witness> witnesses() {
    List<Witness> witnesses = new ArrayList<>();
    witnesses.add(new Witness("direction of the features", 3, false));
    witnesses.add(new Witness("length of the features", 1, true));
    if (ofClassifier) {
      witnesses.add(new Witness("doubt of the classifier", LogitStatistics.NAMES.size(), false));
    }
    return witnesses;
  }

  private int statistics() {
    return witnesses().stream().mapToInt(Witness::statistics).sum();
  }

  /** The neighbours of a training sample are others, so their column is computed anew. */
  @Override
  public ScoreModel score(String name, References training) {
    if (!name.equals(WitnessScore.KEY)) {
      return ModelGraph.super.score(name, training);
    }
    int count = Math.min(MOST_ASKED, neighbours.count());
    int[] asked =
        IntStream.range(0, count).map(i -> (int) ((long) i * neighbours.count() / count)).toArray();
    BitSet counts = new BitSet();
    IntStream.of(asked).forEach(counts::set);
    String output = WitnessScore.STATISTICS;
    float[] statistics = training.outputs(Set.of(output), counts::get).get(output);
    double[] distances = neighbours.leavingOneOut(asked);
    for (int i = 0; i < count; i++) {
      statistics[i * statistics()] = (float) Math.log(distances[i]);
    }
    return WitnessScore.fit(witnesses(), statistics);
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new TreeMap<>(rkm.facts());
    facts.put("watched_features", features);
    facts.put("main_directions", space.count());
    return facts;
  }

  @Override
  public List<Tensor> tensors() {
    return rkm.tensors();
  }

  @Override
  public Outputs write(OnnxGraph graph, String rows) {
    String own = ofClassifier ? graph.slice(rows, 1, 0, features) : rows;
    DirectionSpace.Written placed = space.write(graph, own);
    Outputs said = rkm.write(graph, preparation.write(graph, placed.places()));
    String distance = neighbours.write(graph, placed);
    List<String> energies = new ArrayList<>();
    OF_RKM.forEach(name -> energies.add(said.energies().get(rkm.energies().indexOf(name))));
    String error = energies.get(OF_RKM.indexOf("ae_loss"));
    energies.addAll(List.of(distance, graph.node("Sqrt", placed.squares())));
    List<String> ofLogits = new ArrayList<>();
    for (int i = features; ofClassifier && i < features + LogitStatistics.NAMES.size(); i++) {
      ofLogits.add(graph.slice(rows, 1, i, i + 1));
    }
    energies.addAll(ofLogits);
    List<String> statistics = new ArrayList<>();
    statistics.add(logarithms(graph, distance, placed.outside(), error, placed.squares()));
    statistics.addAll(ofLogits);
    if (classes != null) {
      energies.add(classes.writeDistance(graph, placed.places()));
    }
    List<Other> others = new ArrayList<>();
    String all = ofClassifier ? graph.concat(statistics) : statistics.get(0);
    others.add(new Other(WitnessScore.STATISTICS, all, statistics()));
    said.others().stream().filter(other -> other.name().equals("coordinates")).forEach(others::add);
    return new Outputs(energies, null, others);
  }

  /** Of a distance, and half of those of three sums of squares; N x 4. */
  private String logarithms(
      OnnxGraph graph, String distance, String outside, String error, String square) {
    float[] some = {
      0,
      (float) Math.max(SMALLEST_OUTSIDE, NEGLIGIBLE * space.usualOutside()),
      (float) (NEGLIGIBLE * space.count()),
      (float) (NEGLIGIBLE * space.usualSquare())
    };
    String all = graph.concat(List.of(distance, outside, error, square));
    String logarithms = graph.node("Log", graph.add(all, graph.constant(some, some.length)));
    return graph.mul(logarithms, graph.constant(new float[] {1, 0.5f, 0.5f, 0.5f}, some.length));
  }
}
