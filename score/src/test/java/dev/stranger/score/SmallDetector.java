package dev.stranger.score;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import dev.stranger.Calibration;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.table.Column;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A detector of points of the plane, small enough to be taken apart: the score of a point is its
 * squared distance from the origin.
 */
public final class SmallDetector {

  public static final int FLOAT = TensorProto.DataType.FLOAT.getNumber();
  public static final int INT64 = TensorProto.DataType.INT64.getNumber();

  private static final FalseAlarmGuarantee GUARANTEE = FalseAlarmGuarantee.onAverage(0.05);
  private static final int HELD_OUT = 99;

  private SmallDetector() {}

  /** A file that can be opened. */
  public static Path write(Path folder) {
    return write(folder, model -> {});
  }

  /** The file after somebody changed the model and made a new checksum. */
  public static Path write(Path folder, Consumer<ModelProto.Builder> change) {
    ModelProto.Builder model = complete();
    change.accept(model);
    Path file = folder.resolve("small.onnx");
    DetectorFile.write(model.build().toByteArray(), file);
    return file;
  }

  /** The model of the file, with zeros in the place of its checksum. */
  public static ModelProto.Builder complete() {
    ModelProto.Builder model = plain();
    try (Detector detector = DetectorDraft.open(model.build().toByteArray(), "draft")) {
      float[] points = {0, 0, 1, -1, 0.5f, 2, 3, 4};
      return with(model, DetectorDraft.testVectors(detector, points));
    }
  }

  /** The same without test vectors. */
  public static ModelProto.Builder plain() {
    Calibration calibration = calibration();
    Metadata metadata =
        Metadata.of(Shape.of(2), Range.ANY)
            .guarantee(GUARANTEE)
            .columns(Column.numbers(List.of("east", "north")))
            .energies(List.of("squared_distance"))
            .parts(List.of("squared distance"))
            .build();
    Map<String, String> properties =
        DetectorDraft.properties(metadata, new HeldOutScores(calibration, null));
    ModelProto.Builder model =
        ModelProto.newBuilder()
            .setIrVersion(8)
            .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
            .setGraph(graph(calibration));
    return with(model, properties);
  }

  private static Calibration calibration() {
    float[] scores = new float[HELD_OUT];
    for (int i = 0; i < HELD_OUT; i++) {
      scores[i] = i / 10f;
    }
    return Calibration.of(scores);
  }

  private static ModelProto.Builder with(ModelProto.Builder model, Map<String, String> properties) {
    properties.forEach(
        (key, value) ->
            model.addMetadataProps(
                StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
    return model;
  }

  private static GraphProto.Builder graph(Calibration calibration) {
    return GraphProto.newBuilder()
        .setName("small")
        .addInput(value("x", FLOAT, -1, 2))
        .addInitializer(integers("one", 1))
        .addInitializer(floats("held", calibration.scores(), 1, calibration.size()))
        .addInitializer(floats("more", new float[] {1}))
        .addInitializer(floats("all", new float[] {calibration.size() + 1}))
        .addNode(node("Mul", "squares", "x", "x"))
        .addNode(node("ReduceSum", "distance", "squares", "one"))
        .addNode(node("Identity", "energies", "distance"))
        .addNode(node("Identity", "parts", "distance"))
        .addNode(node("Squeeze", "score", "distance", "one"))
        .addNode(node("GreaterOrEqual", "higher", "held", "distance"))
        .addNode(node("Cast", "counted", "higher").addAttribute(number("to", FLOAT)))
        .addNode(node("ReduceSum", "count", "counted", "one"))
        .addNode(node("Add", "rank", "count", "more"))
        .addNode(node("Div", "share", "rank", "all"))
        .addNode(node("Squeeze", "p_value", "share", "one"))
        .addOutput(value("energies", FLOAT, -1, 1))
        .addOutput(value("score", FLOAT, -1))
        .addOutput(value("parts", FLOAT, -1, 1))
        .addOutput(value("p_value", FLOAT, -1));
  }

  public static NodeProto.Builder node(String operator, String output, String... inputs) {
    return NodeProto.newBuilder()
        .setOpType(operator)
        .addOutput(output)
        .addAllInput(List.of(inputs));
  }

  public static AttributeProto.Builder number(String name, long value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.INT)
        .setI(value);
  }

  public static AttributeProto.Builder numbers(String name, long... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.INTS);
    for (long value : values) {
      attribute.addInts(value);
    }
    return attribute;
  }

  /**
   * @param dimensions -1 for the batch
   */
  public static ValueInfoProto value(String name, int type, long... dimensions) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    for (long dimension : dimensions) {
      shape.addDim(
          dimension < 0
              ? TensorShapeProto.Dimension.newBuilder().setDimParam("N")
              : TensorShapeProto.Dimension.newBuilder().setDimValue(dimension));
    }
    TypeProto.Tensor tensor =
        TypeProto.Tensor.newBuilder().setElemType(type).setShape(shape).build();
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor))
        .build();
  }

  public static TensorProto floats(String name, float[] values, long... dimensions) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return tensor(name, FLOAT, bytes, dimensions);
  }

  public static TensorProto integers(String name, long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return tensor(name, INT64, bytes, values.length);
  }

  private static TensorProto tensor(String name, int type, ByteBuffer bytes, long... dimensions) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setName(name)
            .setDataType(type)
            .setRawData(ByteString.copyFrom(bytes));
    for (long dimension : dimensions) {
      tensor.addDims(dimension);
    }
    return tensor.build();
  }
}
