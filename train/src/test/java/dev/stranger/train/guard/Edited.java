package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.List;
import java.util.function.Consumer;

/** Models with some change. */
public final class Edited {

  private Edited() {}

  public static ForeignModel model(TestNetwork network, Consumer<ModelProto.Builder> change) {
    ModelProto.Builder model = network.proto().toBuilder();
    change.accept(model);
    return ForeignModel.of(model.build().toByteArray(), network.name() + ".onnx");
  }

  public static ForeignModel graph(TestNetwork network, Consumer<GraphProto.Builder> change) {
    return model(network, model -> change.accept(model.getGraphBuilder()));
  }

  /** Gives a tensor another name, wherever the outer graph has it. */
  public static void rename(GraphProto.Builder graph, String from, String to) {
    for (NodeProto.Builder node : graph.getNodeBuilderList()) {
      for (int i = 0; i < node.getInputCount(); i++) {
        node.setInput(i, node.getInput(i).equals(from) ? to : node.getInput(i));
      }
      for (int i = 0; i < node.getOutputCount(); i++) {
        node.setOutput(i, node.getOutput(i).equals(from) ? to : node.getOutput(i));
      }
    }
    for (List<ValueInfoProto.Builder> values :
        List.of(graph.getInputBuilderList(), graph.getOutputBuilderList())) {
      values.stream().filter(value -> value.getName().equals(from)).forEach(v -> v.setName(to));
    }
  }

  /** Gives the first input and the first output a dimension of fixed length. */
  public static void fixBatch(GraphProto.Builder graph, int batch) {
    setDimension(graph.getInputBuilder(0), 0, batch);
    setDimension(graph.getOutputBuilder(0), 0, batch);
  }

  static void setDimension(ValueInfoProto.Builder value, int axis, int length) {
    shape(value).setDim(axis, TensorShapeProto.Dimension.newBuilder().setDimValue(length));
  }

  static TensorShapeProto.Builder shape(ValueInfoProto.Builder value) {
    return value.getTypeBuilder().getTensorTypeBuilder().getShapeBuilder();
  }

  static NodeProto node(String operator, List<String> inputs, String output) {
    return NodeProto.newBuilder()
        .setOpType(operator)
        .setName(output + "_node")
        .addAllInput(inputs)
        .addOutput(output)
        .build();
  }
}
