package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** What ONNX Runtime makes of a graph or model with one input. */
final class GraphRun {

  private static final int IR_VERSION = 8;

  private GraphRun() {}

  /** All outputs of a graph of some operator set. */
  static Map<String, float[]> of(GraphProto graph, int version, float[] samples, long... shape)
      throws OrtException {
    GraphProto.Builder unshaped = graph.toBuilder();
    unshaped
        .getOutputBuilderList()
        .forEach(output -> output.getTypeBuilder().getTensorTypeBuilder().clearShape());
    ModelProto model =
        ModelProto.newBuilder()
            .setIrVersion(IR_VERSION)
            .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(version))
            .setGraph(unshaped)
            .build();
    return of(model, graph.getInput(0).getName(), samples, shape);
  }

  /** All outputs of a model. */
  static Map<String, float[]> of(ModelProto model, String input, float[] samples, long... shape)
      throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = quiet();
        OrtSession session = environment.createSession(model.toByteArray(), options);
        OnnxTensor x = OnnxTensor.createTensor(environment, FloatBuffer.wrap(samples), shape);
        OrtSession.Result result = session.run(Map.of(input, x))) {
      Map<String, float[]> outputs = new LinkedHashMap<>();
      result.forEach(entry -> outputs.put(entry.getKey(), floats((OnnxTensor) entry.getValue())));
      return outputs;
    }
  }

  private static OrtSession.SessionOptions quiet() throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
    options.setIntraOpNumThreads(1);
    return options;
  }

  private static float[] floats(OnnxTensor tensor) {
    FloatBuffer buffer = tensor.getFloatBuffer();
    float[] values = new float[buffer.remaining()];
    buffer.get(values);
    return values;
  }
}
