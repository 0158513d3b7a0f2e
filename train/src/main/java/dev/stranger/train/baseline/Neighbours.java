package dev.stranger.train.baseline;

import dev.stranger.baseline.NearestNeighbours;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.neighbour.NearestPoints;
import dev.stranger.train.onnx.FloatRows;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;

/** Distance to the fifth nearest training sample, see {@link NearestNeighbours}. */
public record Neighbours() implements Method {

  @Override
  public String key() {
    return "neighbours";
  }

  @Override
  public List<String> scores() {
    return List.of(NearestNeighbours.KEY);
  }

  @Override
  public boolean trainsNetwork() {
    return false;
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    return new Graph(NearestNeighbours.fit(data.prepared()));
  }

  private record Graph(NearestNeighbours baseline) implements BaselineGraph {

    @Override
    public Map<String, Object> facts() {
      return Map.of(
          "references", baseline.references().length, "neighbours", baseline.neighbours());
    }

    @Override
    public Outputs write(OnnxGraph graph, String x) {
      float[][] references = baseline.references();
      NearestPoints nearest =
          new NearestPoints(FloatRows.of(references), references[0].length, baseline.neighbours());
      String ways = nearest.writeWays(graph, graph.rows(x));
      String squares =
          graph.node("ReduceSum", Map.of("keepdims", 0), graph.mul(ways, ways), graph.integers(2));
      // The farthest of them, whatever order they come in.
      String last = graph.node("ReduceMax", Map.of("axes", new long[] {1}, "keepdims", 1), squares);
      return new Outputs(List.of(graph.node("Sqrt", last)), null);
    }
  }
}
