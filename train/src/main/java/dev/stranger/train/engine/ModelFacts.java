package dev.stranger.train.engine;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.stranger.score.GraphFacts;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an ONNX model says of itself. */
final class ModelFacts {

  private ModelFacts() {}

  static GraphFacts of(ModelProto model) {
    Map<String, String> properties = new HashMap<>();
    model.getMetadataPropsList().forEach(p -> properties.put(p.getKey(), p.getValue()));
    return new GraphFacts(
        properties,
        dimensions(model.getGraph().getInputList()),
        dimensions(model.getGraph().getOutputList()));
  }

  private static Map<String, long[]> dimensions(List<ValueInfoProto> values) {
    Map<String, long[]> dimensions = new LinkedHashMap<>();
    for (ValueInfoProto value : values) {
      List<Dimension> shape = value.getType().getTensorType().getShape().getDimList();
      dimensions.put(value.getName(), shape.stream().mapToLong(Dimension::getDimValue).toArray());
    }
    return dimensions;
  }
}
