package dev.stranger.train.engine;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.stranger.DataException;
import dev.stranger.score.GraphFacts;
import dev.stranger.train.torch.Compute;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The graph of a detector file in libtorch, node by node, so that the slope of an output with
 * respect to the input is known. {@link TorchEngine} judges with it. Weights are loaded once, onto
 * the device. Safe to use from several threads; close it to free the weights.
 *
 * <p>What a run returns lives until the {@link PointerScope} around it is closed: open one around
 * each batch. What it needs on the way is freed on the way.
 */
public final class TorchGraph implements AutoCloseable {

  private final Compute compute;
  private final GraphFacts facts;
  private final String input;
  private final List<NodeProto> nodes;
  private final Constants constants;
  private final Map<Set<String>, Plan> plans = new ConcurrentHashMap<>();

  private TorchGraph(Compute compute, ModelProto model, String place) {
    GraphProto graph = model.getGraph();
    graph.getNodeList().forEach(node -> Operators.requireKnown(node, place));
    this.compute = compute;
    this.facts = ModelFacts.of(model);
    this.input = graph.getInput(0).getName();
    this.nodes = graph.getNodeList();
    this.constants = Constants.load(graph.getInitializerList(), compute, place);
  }

  /**
   * Loads a model. A scope around it takes the weights along: close it before that ends.
   *
   * @param model the content of a detector file
   * @param place names the file in complaints
   * @throws DataException when it is no ONNX model, or has a node that is not known here
   */
  public static TorchGraph load(byte[] model, Compute compute, String place) {
    try {
      return new TorchGraph(compute, ModelProto.parseFrom(model), place);
    } catch (InvalidProtocolBufferException e) {
      throw new DataException(
          "%s is no ONNX model (%s); get a new copy".formatted(place, e.getMessage()), e);
    }
  }

  GraphFacts facts() {
    return facts;
  }

  /** The name of what goes in. */
  String input() {
    return input;
  }

  /** Where it computes, and how exactly. */
  public Compute compute() {
    return compute;
  }

  /**
   * One output for each sample of a batch, and how it changes with the values of the sample.
   *
   * @param values as the graph gives them
   * @param slopes in the shape of the batch; where a sample has several values, of their sum
   */
  public record Slope(Tensor values, Tensor slopes) {}

  /**
   * An output and its slope with respect to the batch. Costs about three times as much as {@link
   * #run}. As a verdict depends on its sample alone, so does its slope.
   */
  public Slope slope(Tensor batch, String output) {
    return compute.exactly(() -> found(batch, output));
  }

  private Slope found(Tensor batch, String output) {
    Tensor x = batch.detach().set_requires_grad(true);
    Tensor values = run(x, output);
    if (!values.requires_grad()) { // nothing but whole numbers and comparisons lead to it
      return new Slope(values, torch.zeros_like(x));
    }
    values.sum().backward();
    return new Slope(values.detach(), x.grad());
  }

  /** One output for a batch. */
  public Tensor run(Tensor batch, String output) {
    return run(batch, List.of(output)).get(output);
  }

  /**
   * Some outputs for a batch. What none of them needs is not computed.
   *
   * @throws IllegalArgumentException when the graph has no such output
   * @throws IllegalStateException when there is no scope around it
   */
  public Map<String, Tensor> run(Tensor batch, Collection<String> outputs) {
    return compute.exactly(() -> results(batch, outputs));
  }

  private Map<String, Tensor> results(Tensor batch, Collection<String> outputs) {
    PointerScope scope = requiredScope();
    Map<String, Tensor> values = new HashMap<>(constants.tensors());
    values.put(input, batch);
    for (Plan.Step step : plan(Set.copyOf(outputs)).steps()) {
      NodeProto node = step.node();
      Tensor[] results = compute(step, values, scope);
      for (int i = 0; i < node.getOutputCount(); i++) {
        values.put(node.getOutput(i), results[i]);
      }
      step.finished().forEach(name -> scope.detach(values.remove(name)));
    }
    Map<String, Tensor> found = new HashMap<>();
    outputs.forEach(output -> found.put(output, required(values, output)));
    return found;
  }

  private Plan plan(Set<String> outputs) {
    return plans.computeIfAbsent(outputs, wanted -> Plan.of(nodes, wanted));
  }

  /**
   * @param scope gets the results: a node leaves nothing else behind
   */
  private Tensor[] compute(Plan.Step step, Map<String, Tensor> values, PointerScope scope) {
    try (PointerScope own = new PointerScope()) {
      Call call = new Call(step.node(), values, constants.numbers(), compute);
      Tensor[] results = step.operator().apply(call);
      for (int i = 0; i < results.length; i++) {
        // A handle of its own: it may be the input itself, or a part of what is freed here.
        results[i] = new Tensor(results[i]);
        scope.attach(results[i]);
      }
      return results;
    }
  }

  /** Some tensors are parts of others, which the garbage collector would free too early. */
  private static PointerScope requiredScope() {
    PointerScope scope = PointerScope.getInnerScope();
    if (scope == null) {
      throw new IllegalStateException("open a PointerScope around a run");
    }
    return scope;
  }

  private static Tensor required(Map<String, Tensor> values, String output) {
    Tensor tensor = values.get(output);
    if (tensor == null) {
      throw new IllegalArgumentException("the graph has no output " + output);
    }
    return tensor;
  }

  @Override
  public void close() {
    constants.tensors().values().forEach(Tensor::close);
  }
}
