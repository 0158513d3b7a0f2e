package dev.stranger.train.baseline;

import dev.stranger.train.baseline.VaeNetwork.WrittenBelief;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * K places z for each of N samples, with the same K vectors of noise for all, and what the decoder
 * makes of them: written once, when first asked for. The decoder gets {@link #AT_ONCE} places of
 * every sample at a time, so that more of them take longer but no more memory.
 */
final class Draws {

  private static final int AT_ONCE = 8;

  private final OnnxGraph graph;
  private final VaeGraph model;
  private final WrittenBelief belief;
  private final String x;
  private final int latent;
  private final int count;
  private @Nullable String places;
  private @Nullable String negativeLogs;

  Draws(OnnxGraph graph, VaeGraph model, WrittenBelief belief, String x) {
    this.graph = graph;
    this.model = model;
    this.belief = belief;
    this.x = x;
    this.latent = model.network().latent();
    this.count = model.noise().length / latent;
  }

  /** N x 1. */
  String negativeElbo() {
    return graph.add(graph.mean(negativeLogs(), 1), belief.writeDivergence(graph));
  }

  /** N x 1. */
  String negativeLikelihood() {
    // log p(z) - log q(z|x), in which the constants of both densities cancel.
    String prior = half(squaredNorms(places()));
    String own = half(graph.add(noiseNorms(), graph.rowSum(belief.logVariance())));
    String logWeights = graph.sub(graph.sub(own, prior), negativeLogs());
    return graph.sub(graph.constant(Math.log(count)), logSumExp(logWeights));
  }

  /** -log p(x|z), N x K. */
  private String negativeLogs() {
    if (negativeLogs == null) {
      List<String> parts = new ArrayList<>();
      for (int from = 0; from < count; from += AT_ONCE) {
        parts.add(negativeLogs(from, Math.min(count, from + AT_ONCE)));
      }
      negativeLogs = graph.concat(parts);
    }
    return negativeLogs;
  }

  /** Of the places {@code from} to {@code to}, the latter not included: N x (to - from). */
  private String negativeLogs(int from, int to) {
    int values = model.shape().size();
    String some = graph.slice(places(), 1, from, to);
    String z = graph.node("Reshape", some, graph.integers(-1, latent));
    String raw = graph.rows(model.network().writeDecoder(graph, z));
    String each = graph.node("Expand", beside(graph.rows(x)), graph.integers(1, to - from, 1));
    String repeated = graph.node("Reshape", each, graph.integers(-1, values));
    String logs = Likelihood.writeNegativeLog(graph, model.loss(), raw, repeated, values);
    return graph.node("Reshape", logs, graph.integers(-1, to - from));
  }

  /** N x K x latent. */
  private String places() {
    if (places == null) {
      String deviation = graph.node("Exp", half(belief.logVariance()));
      String noise = graph.constant(model.noise(), 1, count, latent);
      places = graph.add(beside(belief.mean()), graph.mul(beside(deviation), noise));
    }
    return places;
  }

  /** Squared lengths of the vectors of noise, 1 x K. */
  private String noiseNorms() {
    float[] norms = new float[count];
    for (int i = 0; i < model.noise().length; i++) {
      norms[i / latent] += model.noise()[i] * model.noise()[i];
    }
    return graph.constant(norms, 1, count);
  }

  /** N x D becomes N x 1 x D. */
  private String beside(String rows) {
    return graph.node("Unsqueeze", rows, graph.integers(1));
  }

  private String half(String values) {
    return graph.mul(values, graph.constant(0.5));
  }

  /** N x K x D becomes N x K. */
  private String squaredNorms(String vectors) {
    String squares = graph.mul(vectors, vectors);
    return graph.node("ReduceSum", Map.of("keepdims", 0), squares, graph.integers(2));
  }

  /** N x K becomes N x 1; no exponent is above zero, and one of them is zero. */
  private String logSumExp(String rows) {
    Map<String, Object> alongRow = Map.of("axes", new long[] {1}, "keepdims", 1);
    String largest = graph.node("ReduceMax", alongRow, rows);
    String shares = graph.node("Exp", graph.sub(rows, largest));
    return graph.add(largest, graph.node("Log", graph.rowSum(shares)));
  }
}
