package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.stranger.DataException;
import dev.stranger.Sha256;
import dev.stranger.score.DetectorFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A network that somebody else trained, as an ONNX model. Reading it takes the memory of its file a
 * few times over. Immutable.
 */
public final class ForeignModel {

  /** What ONNX Runtime has; operators of other domains come in libraries of their own. */
  private static final Set<String> KNOWN_DOMAINS =
      Set.of("", "ai.onnx", "ai.onnx.ml", "com.microsoft");

  /** Since then, constants need not be inputs. */
  private static final int CONSTANTS_ARE_NO_INPUTS = 4;

  private static final int NEWEST_OPERATORS = 17;

  private final ModelProto model;
  private final String place;
  private final String sha256;

  /**
   * What an input takes.
   *
   * @param type ONNX's number of the type of its elements
   * @param dimensions the batch first; a negative one is free
   */
  public record Input(String name, int type, List<Long> dimensions) {

    @Override
    public String toString() {
      return "%s [%s]"
          .formatted(
              name,
              dimensions.stream()
                  .map(d -> d < 0 ? "?" : d.toString())
                  .collect(Collectors.joining(", ")));
    }
  }

  private ForeignModel(ModelProto model, String place, String sha256) {
    this.model = model;
    this.place = place;
    this.sha256 = sha256;
  }

  /**
   * @throws DataException when it is missing, damaged, no ONNX model, or one that cannot be guarded
   */
  public static ForeignModel read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new DataException("there is no model %s; check the path".formatted(file));
      }
      if (Files.size(file) > DetectorFile.MAX_BYTES) {
        throw new DataException(
            "%s has %,d bytes, a guarded model has at most %,d; use a smaller network"
                .formatted(file, Files.size(file), DetectorFile.MAX_BYTES));
      }
      return of(Files.readAllBytes(file), file.toString());
    } catch (IOException e) {
      throw new DataException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * @param place names the model in complaints
   * @throws DataException as {@link #read} does
   */
  public static ForeignModel of(byte[] file, String place) {
    try {
      ModelProto model = ModelProto.parseFrom(file);
      new ForeignModel(model, place, "").require();
      return new ForeignModel(normal(model), place, Sha256.hex(file));
    } catch (InvalidProtocolBufferException e) {
      throw new DataException(
          "%s is no ONNX model, or cut short (%s); export it again"
              .formatted(place, e.getMessage()),
          e);
    }
  }

  /** In the newer form of a model constants are no inputs, so that nobody can replace them. */
  private static ModelProto normal(ModelProto model) {
    ModelProto.Builder normal = model.toBuilder().clearTrainingInfo();
    if (model.getIrVersion() < CONSTANTS_ARE_NO_INPUTS) {
      Set<String> constants =
          model.getGraph().getInitializerList().stream()
              .map(TensorProto::getName)
              .collect(Collectors.toSet());
      GraphProto.Builder graph = normal.getGraphBuilder().clearInput();
      model.getGraph().getInputList().stream()
          .filter(input -> !constants.contains(input.getName()))
          .forEach(graph::addInput);
      normal.setIrVersion(CONSTANTS_ARE_NO_INPUTS);
    }
    if (versions(model).isEmpty()) {
      normal.addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(NEWEST_OPERATORS));
    }
    return normal.build();
  }

  private void require() {
    if (!model.hasGraph() || model.getGraph().getNodeCount() == 0) {
      throw new DataException(
          "%s is no ONNX model: it has no graph; export it again".formatted(place));
    }
    for (StringStringEntryProto property : model.getMetadataPropsList()) {
      if (property.getKey().startsWith("stranger.")) {
        throw new DataException(
            "%s is a detector of Stranger already; guard the network it was made of"
                .formatted(place));
      }
    }
    Set<String> functions =
        model.getFunctionsList().stream().map(FunctionProto::getDomain).collect(Collectors.toSet());
    requireGraph(model.getGraph(), functions);
    model.getFunctionsList().forEach(f -> requireNodes(f.getNodeList(), functions));
    requireVersion();
  }

  private void requireVersion() {
    List<Long> versions = versions(model);
    if (versions.size() > 1) {
      throw new DataException(
          "%s has the ONNX operator sets %s; export it with one of them"
              .formatted(
                  place, versions.stream().map(String::valueOf).collect(Collectors.joining(", "))));
    }
    for (long version : versions) {
      if (version < OperatorVersions.OLDEST || version > OperatorVersions.NEWEST) {
        throw new DataException(
            "%s has ONNX operator set %d; export it with one from %d to %d"
                .formatted(place, version, OperatorVersions.OLDEST, OperatorVersions.NEWEST));
      }
    }
  }

  private void requireGraph(GraphProto graph, Set<String> functions) {
    graph.getInitializerList().forEach(this::requireInside);
    requireNodes(graph.getNodeList(), functions);
  }

  private void requireNodes(List<NodeProto> nodes, Set<String> functions) {
    for (NodeProto node : nodes) {
      if (!KNOWN_DOMAINS.contains(node.getDomain()) && !functions.contains(node.getDomain())) {
        throw new DataException(
            "%s has the operator %s of %s, which ONNX Runtime does not have; export the model without custom operators"
                .formatted(place, node.getOpType(), node.getDomain()));
      }
      for (AttributeProto attribute : node.getAttributeList()) {
        requireInside(attribute.getT());
        attribute.getTensorsList().forEach(this::requireInside);
        requireGraph(attribute.getG(), functions);
        attribute.getGraphsList().forEach(graph -> requireGraph(graph, functions));
      }
    }
  }

  private void requireInside(TensorProto tensor) {
    if (tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL
        || tensor.getExternalDataCount() > 0) {
      throw new DataException(
          "%s keeps the tensor '%s' in another file; save it as one file (onnx.save with save_as_external_data=False)"
              .formatted(place, tensor.getName()));
    }
  }

  /** The versions of ONNX's own operators: one, or none when the model has no such operator. */
  private static List<Long> versions(ModelProto model) {
    return model.getOpsetImportList().stream()
        .filter(set -> set.getDomain().isEmpty() || set.getDomain().equals("ai.onnx"))
        .map(OperatorSetIdProto::getVersion)
        .distinct()
        .toList();
  }

  int operatorSet() {
    return Math.toIntExact(versions(model).get(0));
  }

  ModelProto proto() {
    return model;
  }

  /** How many bytes it takes of a file. */
  public int bytes() {
    return model.getSerializedSize();
  }

  /** Names the model in complaints. */
  public String place() {
    return place;
  }

  /** Of the file it was read from. */
  public String sha256() {
    return sha256;
  }

  /** What must be given to it; constants need not. */
  public List<Input> inputs() {
    Set<String> constants = new HashSet<>();
    model.getGraph().getInitializerList().forEach(tensor -> constants.add(tensor.getName()));
    return model.getGraph().getInputList().stream()
        .filter(input -> !constants.contains(input.getName()))
        .map(ForeignModel::input)
        .toList();
  }

  private static Input input(ValueInfoProto value) {
    TypeProto.Tensor tensor = value.getType().getTensorType();
    List<Long> dimensions =
        tensor.getShape().getDimList().stream().map(ForeignModel::length).toList();
    return new Input(value.getName(), tensor.getElemType(), dimensions);
  }

  private static Long length(TensorShapeProto.Dimension dimension) {
    return dimension.getDimValue() > 0 ? dimension.getDimValue() : -1L;
  }

  /** The names of what it computes. */
  public List<String> outputs() {
    return model.getGraph().getOutputList().stream().map(ValueInfoProto::getName).toList();
  }

  /** The same model with another content. */
  ForeignModel with(ModelProto other) {
    return new ForeignModel(other, place, sha256);
  }
}
