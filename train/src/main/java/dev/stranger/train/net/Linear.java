package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Fully connected: {@code x W' + b}. */
public record Linear(Tensor weight, Tensor bias, TensorOptional optionalBias) implements Layer {

  public static Linear of(Parameters parameters, int from, int to) {
    return of(parameters, parameters.uniform(from, to, from));
  }

  /** With weights that start after Glorot and Bengio (2010), as published for series. */
  static Linear xavier(Parameters parameters, int from, int to) {
    return of(parameters, parameters.xavier(from, to));
  }

  private static Linear of(Parameters parameters, Tensor weight) {
    Tensor bias = parameters.uniform(weight.size(1), weight.size(0));
    return new Linear(weight, bias, new TensorOptional(bias));
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.linear(x, weight, optionalBias);
  }

  @Override
  public String write(OnnxGraph graph, String x) {
    String b = graph.constant(Compute.floats(bias), bias.size(0));
    return graph.node("Gemm", Map.of("transB", 1), x, writeWeight(graph), b);
  }

  @Override
  public String writeGradient(OnnxGraph graph, String x, String gradient) {
    return graph.matmul(gradient, writeWeight(graph));
  }

  private String writeWeight(OnnxGraph graph) {
    return graph.constant(Compute.floats(weight), weight.size(0), weight.size(1));
  }
}
