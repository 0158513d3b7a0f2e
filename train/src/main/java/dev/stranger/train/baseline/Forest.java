package dev.stranger.train.baseline;

import dev.stranger.baseline.IsolationForest;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;

/** How soon random splits tell a sample from training samples, see {@link IsolationForest}. */
public record Forest() implements Method {

  @Override
  public String key() {
    return "isolation_forest";
  }

  @Override
  public List<String> scores() {
    return List.of(IsolationForest.KEY);
  }

  @Override
  public boolean trainsNetwork() {
    return false;
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    return new Graph(IsolationForest.fit(data.prepared(), run.seed()));
  }

  private record Graph(IsolationForest baseline) implements BaselineGraph {

    @Override
    public Map<String, Object> facts() {
      return Map.of("trees", baseline.trees().size(), "typical_path", baseline.typicalPath());
    }

    /** 2^(-h/c) of the mean path h. */
    @Override
    public Outputs write(OnnxGraph graph, String x) {
      TreeTable table = new TreeTable(baseline.trees());
      String path = graph.trees(table.attributes(), graph.rows(x));
      double perStep = -Math.log(2) / baseline.typicalPath();
      return new Outputs(
          List.of(graph.node("Exp", graph.mul(path, graph.constant(perStep)))), null);
    }
  }
}
