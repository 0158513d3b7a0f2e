package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.stranger.Calibration;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.Metadata;
import dev.stranger.score.ModelInput;
import dev.stranger.train.loop.SeededRandom;
import dev.stranger.train.method.DetectorGraph;
import dev.stranger.train.method.DetectorModel;
import dev.stranger.train.method.References;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * A network and what was learnt of its features, as one detector.
 *
 * @param tail what was learnt, as a detector of rows
 * @param shape of a sample
 * @param range of its values
 * @param keepOutputs whether the file has the network's own outputs
 */
public record GuardedModel(
    FeatureReader reader,
    DetectorGraph tail,
    FeatureRows rows,
    Shape shape,
    Range range,
    boolean keepOutputs)
    implements DetectorModel {

  static final String OOD = "ood";

  static final List<String> OUTPUTS =
      List.of("energies", "statistics", "coordinates", "score", "parts", "p_value", "map", OOD);

  private ForeignModel network() {
    return reader.network().model();
  }

  ModelInput input() {
    return reader.network().input().withOutputPrefix(Graft.prefix(network(), OUTPUTS));
  }

  @Override
  public Metadata.Builder describe() {
    return Metadata.of(shape, range).energies(energies()).input(input()).tiles(reader.tiles());
  }

  @Override
  public List<String> energies() {
    return tail.energies();
  }

  @Override
  public ScoreModel score(String name, References training) {
    return tail.score(name, training);
  }

  /** Noise, fainter and stronger, around the mean of all training samples. */
  @Override
  public float[] testSamples(int count) {
    var normal = ZigguratSampler.NormalizedGaussian.of(SeededRandom.ofEpoch(0, 0));
    int size = shape.size();
    float[] samples = new float[count * size];
    for (int i = 0; i < samples.length; i++) {
      float strength = (1 + i / size) / (float) count;
      float noise = strength * (float) normal.sample() * rows.deviation(i % size);
      samples[i] = range.nearest(rows.mean(i % size) + noise);
    }
    return samples;
  }

  @Override
  public byte[] write(
      ScoreModel score, Calibration calibration, String version, Map<String, String> properties) {
    OnnxGraph graph = new OnnxGraph();
    String features = reader.write(graph);
    String pValues =
        reader.grid() == null
            ? tail.write(graph, features, score, calibration)
            : new MapScore(reader.grid(), reader.network().shape())
                .write(graph, features, tail.model(), score, calibration);
    writeVerdict(graph, pValues, properties.get(DetectorDraft.THRESHOLD));
    String prefix = input().outputPrefix();
    ModelProto joined = Graft.join(network(), graph, reader.tensors(), prefix);
    if (!keepOutputs) {
      List<String> own = new ArrayList<>(OUTPUTS.stream().map(prefix::concat).toList());
      joined = Graft.withOutputs(joined, own);
    }
    return Graft.withProperties(joined, properties);
  }

  /** Whoever swaps the files may read the verdict without knowing of thresholds. */
  static void writeVerdict(OnnxGraph graph, String pValues, String threshold) {
    double line = Double.parseDouble(threshold); // which no p-value is on
    graph.outputTruth(OOD, graph.node("Less", pValues, graph.constant(line)));
  }
}
