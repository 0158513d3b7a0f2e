package dev.stranger.score;

import static dev.stranger.score.SmallDetector.FLOAT;
import static dev.stranger.score.SmallDetector.INT64;
import static dev.stranger.score.SmallDetector.floats;
import static dev.stranger.score.SmallDetector.integers;
import static dev.stranger.score.SmallDetector.node;
import static dev.stranger.score.SmallDetector.number;
import static dev.stranger.score.SmallDetector.numbers;
import static dev.stranger.score.SmallDetector.value;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** Changes of a graph that an attacker would make, by what they are. */
final class CraftedGraphs {

  static final Map<String, Consumer<GraphProto.Builder>> ALL = all();

  private CraftedGraphs() {}

  private static Map<String, Consumer<GraphProto.Builder>> all() {
    Map<String, Consumer<GraphProto.Builder>> all = new LinkedHashMap<>();
    addOperators(all);
    addOtherFiles(all);
    addConstants(all);
    addLargeTensors(all);
    addInputs(all);
    addWrongShapes(all);
    addAmbiguities(all);
    addTrees(all);
    return all;
  }

  private static void addOperators(Map<String, Consumer<GraphProto.Builder>> all) {
    for (String operator :
        ("Loop If Scan ConstantOfShape Constant Range RandomNormal RandomUniformLike NonZero Tile Pad"
                + " Resize OneHot EyeLike Einsum SequenceConstruct StringNormalizer Compress CumSum"
                + " Unique BitShift Hardmax MaxPool GRU RNN Upsample SpaceToDepth DepthToSpace")
            .split(" ")) {
      all.put("operator " + operator, g -> g.addNode(node(operator, "made", "x")));
    }
    for (String domain :
        new String[] {"com.microsoft", "ai.onnx.training", "com.example", "ai.onnx.preview"}) {
      all.put("domain " + domain, g -> g.addNode(node("Identity", "made", "x").setDomain(domain)));
    }
    all.put(
        "another operator of ai.onnx.ml",
        g -> g.addNode(node("StringNormalizer", "made", "x").setDomain("ai.onnx.ml")));
  }

  private static void addOtherFiles(Map<String, Consumer<GraphProto.Builder>> all) {
    all.put("external constant", g -> g.addInitializer(external()));
    all.put(
        "external location alone",
        g ->
            g.addInitializer(
                floats("away", new float[1], 1).toBuilder()
                    .setDataLocation(TensorProto.DataLocation.EXTERNAL)));
    all.put(
        "external location in more than 32 bits, which parsers cut off",
        g ->
            g.addInitializer(
                floats("away", new float[1], 1).toBuilder()
                    .setUnknownFields(varint(14, (1L << 32) + 1))));
    all.put(
        "external tensor of an attribute",
        g ->
            g.addNode(
                node("Cast", "made", "x")
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("value")
                            .setType(AttributeProto.AttributeType.TENSOR)
                            .setT(external()))));
    all.put(
        "external tensor of a graph within a node",
        g ->
            g.addNode(
                node("Identity", "made", "x")
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("body")
                            .setType(AttributeProto.AttributeType.GRAPH)
                            .setG(GraphProto.newBuilder().addInitializer(external())))));
    all.put(
        "external sparse constant",
        g -> g.addSparseInitializer(SparseTensorProto.newBuilder().setValues(external())));
  }

  private static void addConstants(Map<String, Consumer<GraphProto.Builder>> all) {
    all.put(
        "a graph within a node",
        g ->
            g.addNode(
                node("Identity", "made", "x")
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("body")
                            .setType(AttributeProto.AttributeType.GRAPH)
                            .setG(GraphProto.newBuilder()))));
    all.put(
        "a constant that claims 4 TB",
        g -> g.addInitializer(floats("large", new float[1], 1 << 20, 1 << 20)));
    all.put(
        "a constant whose size overflows",
        g -> g.addInitializer(floats("large", new float[1], 1L << 62, 4)));
    all.put("a constant of -1 values", g -> g.addInitializer(floats("odd", new float[1], -1)));
    all.put(
        "a constant of strings",
        g ->
            g.addInitializer(
                TensorProto.newBuilder()
                    .setName("text")
                    .setDataType(8)
                    .addDims(1)
                    .addStringData(ByteString.copyFromUtf8("x"))));
    all.put(
        "values that are kept in another way",
        g ->
            g.addInitializer(
                TensorProto.newBuilder()
                    .setName("typed")
                    .setDataType(FLOAT)
                    .addDims(1)
                    .addFloatData(1)));
    all.put("one constant twice", g -> g.addInitializer(integers("one", 1)));
    all.put("a value twice", g -> g.addNode(node("Identity", "squares", "x")));
    all.put("a value that nothing computes", g -> g.addNode(node("Neg", "made", "nothing")));
  }

  private static void addLargeTensors(Map<String, Consumer<GraphProto.Builder>> all) {
    all.put(
        "Expand to 40 GB",
        g -> {
          g.addInitializer(integers("size", 100_000, 100_000));
          g.addNode(node("Expand", "made", "more", "size"));
        });
    all.put(
        "Expand by a computed size",
        g -> {
          g.addNode(node("Cast", "size", "distance").addAttribute(number("to", INT64)));
          g.addNode(node("Expand", "made", "more", "size"));
        });
    all.put(
        "products of constants of 10 GB",
        g -> {
          g.addInitializer(floats("column", new float[50_000], 50_000, 1));
          g.addInitializer(floats("row", new float[50_000], 1, 50_000));
          g.addNode(node("Mul", "made", "column", "row"));
        });
    all.put(
        "products of the sample of 40 GB",
        g -> {
          g.addInitializer(floats("row", new float[100_000], 1, 100_000));
          g.addInitializer(floats("column", new float[100_000], 100_000, 1, 1));
          g.addNode(node("Add", "wide", "distance", "row"));
          g.addNode(node("Add", "made", "wide", "column"));
        });
    all.put(
        "a product of matrices that takes minutes",
        g -> {
          g.addInitializer(floats("column", new float[16_384], 16_384, 1));
          g.addInitializer(floats("row", new float[16_384], 1, 16_384));
          g.addNode(node("MatMul", "large", "column", "row"));
          g.addNode(node("MatMul", "made", "large", "large"));
        });
    all.put(
        "a convolution that dictates its output",
        g -> convolve(g, "ConvTranspose", numbers("output_shape", 100_000, 100_000)));
    all.put(
        "a tensor of the samples times the samples",
        g -> {
          g.addInitializer(integers("turned", 1, -1));
          g.addNode(node("Reshape", "row", "distance", "turned"));
          g.addNode(node("Add", "made", "distance", "row"));
        });
    all.put(
        "a kernel that needs 6 GB beside its result",
        g -> {
          g.addInitializer(floats("image", new float[1600], 1, 1, 40, 40));
          g.addInitializer(floats("kernel", new float[1_000_000], 1, 1, 1000, 1000));
          g.addNode(node("ConvTranspose", "made", "image", "kernel"));
        });
    all.put(
        "thousands of sorts of millions of numbers",
        g -> {
          g.addInitializer(integers("size", 1, 5_000_000));
          g.addNode(node("Expand", "wide", "distance", "size"));
          for (int i = 0; i < 1000; i++) {
            g.addInitializer(integers("k" + i, i + 1));
            g.addNode(node("TopK", "values" + i, "wide", "k" + i).addOutput("places" + i));
          }
        });
    all.put(
        "a convolution with strides of a billion",
        g -> convolve(g, "ConvTranspose", numbers("strides", 1_000_000_000, 1_000_000_000)));
    all.put(
        "a convolution with padding of a billion",
        g -> convolve(g, "Conv", numbers("pads", 1 << 30, 1 << 30, 1 << 30, 1 << 30)));
    all.put(
        "numbers that become texts",
        g -> g.addNode(node("Cast", "made", "x").addAttribute(number("to", 8))));
    all.put(
        "Concat that doubles forty times",
        g -> {
          g.addNode(node("Concat", "twice0", "x", "x").addAttribute(number("axis", 1)));
          for (int i = 1; i < 40; i++) {
            String from = "twice" + (i - 1);
            g.addNode(node("Concat", "twice" + i, from, from).addAttribute(number("axis", 1)));
          }
        });
    all.put(
        "more nodes than any detector has",
        g -> {
          for (int i = 0; i < 20_000; i++) {
            g.addNode(node("Neg", "n" + i, i == 0 ? "x" : "n" + (i - 1)));
          }
        });
  }

  private static void addInputs(Map<String, Consumer<GraphProto.Builder>> all) {
    all.put("a sample of 2^40 values", g -> g.setInput(0, value("x", FLOAT, -1, 1L << 40)));
    all.put("a sample of integers", g -> g.setInput(0, value("x", INT64, -1, 2)));
    all.put("an input of no name", g -> g.setInput(0, value("", FLOAT, -1, 2)));
    all.put("a second input", g -> g.addInput(value("y", FLOAT, -1, 2)));
  }

  /** ONNX Runtime looks at few of these, and reads beyond the end of what is too small. */
  private static void addWrongShapes(Map<String, Consumer<GraphProto.Builder>> all) {
    all.put("a bias of a convolution that is too small", g -> biased(g, "Conv", 2, 1));
    all.put("a bias of a convolution that is too large", g -> biased(g, "Conv", 2, 4_000_000));
    all.put("a bias of a transposed one that is too small", g -> biased(g, "ConvTranspose", 1, 0));
    all.put("a kernel for other channels", g -> biased(g, "Conv", 3, 3, 5));
    all.put("an LSTM with weights of another size", g -> lstm(g, 4, 4 * 40, 2, 40));
    all.put("an LSTM with other inputs", g -> lstm(g, 4, 16, 1, 4));
    all.put("an LSTM that claims more than it has", g -> lstm(g, 4000, 16, 2, 4));
    all.put(
        "a product of matrices that do not fit",
        g -> {
          g.addInitializer(floats("matrix", new float[9], 3, 3));
          g.addNode(node("MatMul", "made", "x", "matrix"));
        });
    all.put(
        "a linear layer with a bias of another size",
        g -> {
          g.addInitializer(floats("matrix", new float[6], 2, 3));
          g.addInitializer(floats("bias", new float[1000], 1000));
          g.addNode(node("Gemm", "made", "x", "matrix", "bias"));
        });
    all.put(
        "slopes of more channels than there are",
        g -> {
          g.addInitializer(floats("slopes", new float[2000], 1000, 1, 2));
          g.addNode(node("PRelu", "made", "x", "slopes"));
        });
    all.put(
        "more of the largest than there are",
        g -> {
          g.addInitializer(integers("many", 1 << 20));
          g.addNode(node("TopK", "made", "x", "many"));
        });
    all.put("no maps at all", g -> biased(g, "Conv", 0, 0));
    all.put(
        "a convolution along four axes",
        g -> {
          g.addInitializer(floats("image", new float[16], 1, 1, 2, 2, 2, 2));
          g.addInitializer(floats("kernel", new float[1], 1, 1, 1, 1, 1, 1));
          g.addNode(node("Conv", "made", "image", "kernel"));
        });
    all.put(
        "an output that claims more than there is",
        g -> {
          g.addNode(node("Identity", "statistics", "x"));
          g.addOutput(value("statistics", FLOAT, -1, 1L << 62));
        });
    all.put(
        "a second output that nobody expects",
        g -> g.addNode(node("Identity", "made", "x").addOutput("more made")));
    all.put(
        "an attribute that Stranger does not write",
        g -> g.addNode(node("Neg", "made", "x").addAttribute(number("layout", 1))));
  }

  /** What one parser takes for one number, and another for another. */
  private static void addAmbiguities(Map<String, Consumer<GraphProto.Builder>> all) {
    all.put("a number twice", g -> g.addNode(gather(varint(3, 150_000_000))));
    all.put("a number that is packed", g -> g.addNode(gather(bytes(3, new byte[] {0}))));
    all.put("a number and a list", g -> g.addNode(gather(varint(8, 1))));
    all.put("a number of another type", g -> g.addNode(gather(varint(20, 7))));
    all.put("a number that is an argument", g -> g.addNode(gather(bytes(21, new byte[] {'a'}))));
    all.put("an unknown field", g -> g.addNode(gather(varint(100, 1))));
  }

  private static NodeProto.Builder gather(UnknownFieldSet more) {
    return node("Gather", "made", "x", "one")
        .addAttribute(number("axis", 0).setUnknownFields(more));
  }

  private static UnknownFieldSet varint(int field, long value) {
    return UnknownFieldSet.newBuilder()
        .addField(field, UnknownFieldSet.Field.newBuilder().addVarint(value).build())
        .build();
  }

  private static UnknownFieldSet bytes(int field, byte[] value) {
    return UnknownFieldSet.newBuilder()
        .addField(
            field,
            UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFrom(value))
                .build())
        .build();
  }

  /** A convolution of two channels into some, with a bias for some. */
  private static void biased(
      GraphProto.Builder g, String operator, int channels, int bias, int... into) {
    int second = into.length > 0 ? into[0] : 2;
    g.addInitializer(floats("image", new float[2 * 9], 1, 2, 3, 3));
    g.addInitializer(floats("kernel", new float[channels * second], channels, second, 1, 1));
    g.addInitializer(floats("bias", new float[bias], bias));
    g.addNode(node(operator, "made", "image", "kernel", "bias"));
  }

  private static void lstm(GraphProto.Builder g, int hidden, int gates, int inputs, int again) {
    g.addInitializer(floats("steps", new float[2 * 3 * 2], 3, 2, 2));
    g.addInitializer(floats("w", new float[gates * inputs], 1, gates, inputs));
    g.addInitializer(floats("r", new float[gates * again], 1, gates, again));
    g.addNode(node("LSTM", "made", "steps", "w", "r").addAttribute(number("hidden_size", hidden)));
  }

  private static void addTrees(Map<String, Consumer<GraphProto.Builder>> all) {
    all.put(
        "trees with a trillion targets",
        g -> g.addNode(trees().addAttribute(number("n_targets", 1L << 40))));
    all.put(
        "a tree of a million levels",
        g -> {
          int levels = 1_000_000;
          long[] ids = LongStream.range(0, 2 * levels + 1).toArray();
          long[] zeros = new long[ids.length];
          long[] lower = new long[ids.length];
          long[] higher = new long[ids.length];
          String[] modes = new String[ids.length];
          for (int i = 0; i < levels; i++) {
            lower[i] = i + 1;
            higher[i] = levels + 1 + i;
          }
          Arrays.fill(modes, 0, levels, "BRANCH_LEQ");
          Arrays.fill(modes, levels, modes.length, "LEAF");
          g.addNode(
              trees()
                  .addAttribute(number("n_targets", 1))
                  .addAttribute(numbers("nodes_treeids", zeros))
                  .addAttribute(numbers("nodes_nodeids", ids))
                  .addAttribute(numbers("nodes_featureids", zeros))
                  .addAttribute(numbers("nodes_truenodeids", lower))
                  .addAttribute(numbers("nodes_falsenodeids", higher))
                  .addAttribute(numbers("target_treeids", 0))
                  .addAttribute(numbers("target_nodeids", levels))
                  .addAttribute(numbers("target_ids", 0))
                  .addAttribute(decimals("nodes_values", new float[ids.length]))
                  .addAttribute(decimals("target_weights", 1))
                  .addAttribute(texts("nodes_modes", modes)));
        });
    all.put(
        "a tree that leads back to itself",
        g ->
            g.addNode(
                trees()
                    .addAttribute(number("n_targets", 1))
                    .addAttribute(numbers("nodes_treeids", 0, 0))
                    .addAttribute(numbers("nodes_nodeids", 0, 1))
                    .addAttribute(numbers("nodes_featureids", 0, 0))
                    .addAttribute(numbers("nodes_truenodeids", 0, 0))
                    .addAttribute(numbers("nodes_falsenodeids", 0, 0))
                    .addAttribute(numbers("target_treeids", 0))
                    .addAttribute(numbers("target_nodeids", 1))
                    .addAttribute(numbers("target_ids", 0))
                    .addAttribute(decimals("nodes_values", 1e30f, 0))
                    .addAttribute(decimals("target_weights", 1))
                    .addAttribute(texts("nodes_modes", "BRANCH_LEQ", "LEAF"))));
    all.put("a tree that asks for a column that is not there", g -> g.addNode(stump(1 << 20, 0)));
    all.put("a tree that adds to a target that is not there", g -> g.addNode(stump(0, 1 << 20)));
  }

  private static void convolve(
      GraphProto.Builder g, String operator, AttributeProto.Builder attribute) {
    g.addInitializer(floats("image", new float[4], 1, 1, 2, 2));
    g.addInitializer(floats("kernel", new float[4], 1, 1, 2, 2));
    g.addNode(node(operator, "made", "image", "kernel").addAttribute(attribute));
  }

  /** A tree of one split. */
  private static NodeProto.Builder stump(long column, long target) {
    return trees()
        .addAttribute(number("n_targets", 1))
        .addAttribute(numbers("nodes_treeids", 0, 0, 0))
        .addAttribute(numbers("nodes_nodeids", 0, 1, 2))
        .addAttribute(numbers("nodes_featureids", column, 0, 0))
        .addAttribute(numbers("nodes_truenodeids", 1, 0, 0))
        .addAttribute(numbers("nodes_falsenodeids", 2, 0, 0))
        .addAttribute(numbers("target_treeids", 0, 0))
        .addAttribute(numbers("target_nodeids", 1, 2))
        .addAttribute(numbers("target_ids", target, 0))
        .addAttribute(decimals("nodes_values", 0, 0, 0))
        .addAttribute(decimals("target_weights", 1, 2))
        .addAttribute(texts("nodes_modes", "BRANCH_LEQ", "LEAF", "LEAF"));
  }

  private static NodeProto.Builder trees() {
    return node("TreeEnsembleRegressor", "made", "x").setDomain("ai.onnx.ml");
  }

  private static AttributeProto.Builder decimals(String name, float... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.FLOATS);
    for (float value : values) {
      attribute.addFloats(value);
    }
    return attribute;
  }

  private static AttributeProto.Builder texts(String name, String... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.STRINGS);
    for (String value : values) {
      attribute.addStrings(ByteString.copyFromUtf8(value));
    }
    return attribute;
  }

  /** A tensor that is kept in a file beside the model. */
  static TensorProto external() {
    return TensorProto.newBuilder()
        .setName("away")
        .setDataType(FLOAT)
        .addDims(1)
        .setDataLocation(TensorProto.DataLocation.EXTERNAL)
        .addExternalData(StringStringEntryProto.newBuilder().setKey("location").setValue("secrets"))
        .build();
  }
}
