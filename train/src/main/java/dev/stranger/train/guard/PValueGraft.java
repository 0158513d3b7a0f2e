package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.stranger.Calibration;
import dev.stranger.score.DetectorDraft;
import dev.stranger.train.method.PValues;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Replaces the p-values in the graph of a detector, guarded or not: new nodes rank the score among
 * other held-out scores, and those that did before are dropped. Nothing before the score changes.
 */
public final class PValueGraft {

  private static final String SCORE = "score";
  private static final String P_VALUE = "p_value";
  private static final String OWN_PROPERTIES = "stranger.";

  private final ModelProto model;
  private final String prefix;

  /**
   * @param detector the content of a detector file
   * @param outputPrefix before the names of its outputs
   */
  public PValueGraft(byte[] detector, String outputPrefix) {
    try {
      model = ModelProto.parseFrom(detector);
      prefix = outputPrefix;
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("a detector is an ONNX model", e);
    }
  }

  /** What the file says of itself. */
  public Map<String, String> properties() {
    Map<String, String> properties = new TreeMap<>();
    model.getMetadataPropsList().stream()
        .filter(PValueGraft::isOwn)
        .forEach(property -> properties.put(property.getKey(), property.getValue()));
    return properties;
  }

  private static boolean isOwn(StringStringEntryProto property) {
    return property.getKey().startsWith(OWN_PROPERTIES);
  }

  /**
   * @param properties that take the place of all that the file said of itself
   */
  public byte[] write(Calibration calibration, Map<String, String> properties) {
    ForeignModel scoring = ForeignModel.of(scoring().toByteArray(), "the detector");
    OnnxGraph tail = tail(calibration, properties.get(DetectorDraft.THRESHOLD));
    ModelProto joined = Graft.join(scoring, tail, Map.of(SCORE, prefix + SCORE), prefix);
    return Graft.withProperties(inOrder(joined), properties);
  }

  /** The model up to the score, without p-values and what the file says of itself. */
  private ModelProto scoring() {
    List<String> kept = new ArrayList<>(outputs());
    kept.removeAll(List.of(prefix + P_VALUE, prefix + GuardedModel.OOD));
    ModelProto.Builder scoring = Graft.withOutputs(model, kept).toBuilder().clearMetadataProps();
    model.getMetadataPropsList().stream()
        .filter(property -> !isOwn(property))
        .forEach(scoring::addMetadataProps);
    return scoring.build();
  }

  private List<String> outputs() {
    return model.getGraph().getOutputList().stream().map(ValueInfoProto::getName).toList();
  }

  private OnnxGraph tail(Calibration calibration, String threshold) {
    OnnxGraph graph = new OnnxGraph();
    String column = graph.node("Unsqueeze", graph.input(SCORE), graph.integers(1));
    String pValues = PValues.of(calibration).write(graph, column);
    graph.output(P_VALUE, pValues);
    if (outputs().contains(prefix + GuardedModel.OOD)) {
      GuardedModel.writeVerdict(graph, pValues, threshold);
    }
    return graph;
  }

  /** Whoever reads outputs by their position finds them where they were. */
  private ModelProto inOrder(ModelProto joined) {
    Map<String, ValueInfoProto> byName = new TreeMap<>();
    joined.getGraph().getOutputList().forEach(output -> byName.put(output.getName(), output));
    GraphProto.Builder graph = joined.getGraph().toBuilder().clearOutput();
    outputs().forEach(name -> graph.addOutput(byName.get(name)));
    return joined.toBuilder().setGraph(graph).build();
  }
}
