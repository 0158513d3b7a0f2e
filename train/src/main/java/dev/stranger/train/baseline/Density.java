package dev.stranger.train.baseline;

import dev.stranger.baseline.KernelDensity;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.neighbour.NearestPoints;
import dev.stranger.train.onnx.FloatRows;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;

/** Minus the logarithm of a kernel density, see {@link KernelDensity}. */
public record Density() implements Method {

  @Override
  public String key() {
    return "kernel_density";
  }

  @Override
  public List<String> scores() {
    return List.of(KernelDensity.KEY);
  }

  @Override
  public boolean trainsNetwork() {
    return false;
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    return new Graph(KernelDensity.fit(data.prepared()));
  }

  private record Graph(KernelDensity baseline) implements BaselineGraph {

    @Override
    public Map<String, Object> facts() {
      return Map.of("references", baseline.references().length, "bandwidth", baseline.bandwidth());
    }

    /** The squared distances are rough: what they are wrong by is little beside a bandwidth. */
    @Override
    public Outputs write(OnnxGraph graph, String x) {
      float[][] references = baseline.references();
      int size = references[0].length;
      NearestPoints points = new NearestPoints(FloatRows.of(references), size, 1);
      String squares = graph.node("Relu", points.squaredDistances(graph, graph.rows(x)));
      double h = baseline.bandwidth();
      String exponents = graph.mul(squares, graph.constant(-1 / (2 * h * h)));
      String logSum =
          graph.node("ReduceLogSumExp", Map.of("axes", new long[] {1}, "keepdims", 1), exponents);
      double offset = Math.log(references.length) + size * Math.log(2 * Math.PI * h * h) / 2;
      return new Outputs(List.of(graph.sub(graph.constant(offset), logSum)), null);
    }
  }
}
