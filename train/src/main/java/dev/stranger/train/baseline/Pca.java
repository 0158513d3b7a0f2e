package dev.stranger.train.baseline;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.baseline.PcaResidual;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.onnx.FloatRows;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;

/**
 * Squared distance to the subspace of the main principal components (Jolliffe, 1986).
 *
 * @param published repeats the slip of the paper's code, see {@link PcaResidual#asPublished}
 */
public record Pca(boolean published) implements Method {

  @Override
  public String key() {
    return "pca";
  }

  @Override
  public Map<String, ?> settings() {
    return Map.of("published", published);
  }

  @Override
  public List<String> scores() {
    return List.of(published ? PcaResidual.PUBLISHED_KEY : PcaResidual.KEY);
  }

  @Override
  public boolean trainsNetwork() {
    return false;
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    PcaResidual residual =
        published
            ? PcaResidual.asPublished(data.prepared(), PcaResidual.PAPER_SHARE)
            : PcaResidual.fit(data.prepared(), PcaResidual.PAPER_SHARE);
    requireResidual(residual, data);
    return new Graph(residual, data.shape());
  }

  /** Where all directions are kept, rounding errors would be left to look like scores. */
  private static void requireResidual(PcaResidual residual, TrainingData data) {
    if (residual.rank() == data.shape().size()) {
      throw new DataException(
          "all %d principal components of %s carry 2 %% of the variance or more, and nothing is left"
                  .formatted(residual.rank(), data.name())
              + " over to judge by; choose another method");
    }
  }

  private record Graph(PcaResidual baseline, Shape shape) implements BaselineGraph {

    @Override
    public Map<String, Object> facts() {
      return Map.of("components", baseline.rank());
    }

    @Override
    public Outputs write(OnnxGraph graph, String x) {
      int size = shape.size();
      String mean = graph.constant(FloatRows.row(baseline.mean()), size);
      String centred = graph.sub(graph.rows(x), mean);
      String kept =
          baseline.rank() == 0 ? graph.mul(centred, graph.constant(0)) : kept(graph, centred);
      String residual = graph.squaredNorm(graph.sub(centred, kept));
      String made = graph.samples(graph.add(kept, mean), shape);
      return new Outputs(List.of(residual), made);
    }

    private String kept(OnnxGraph graph, String centred) {
      float[] rows = FloatRows.of(baseline.directions());
      String directions = graph.constant(rows, baseline.rank(), shape.size());
      String columns = graph.node("Transpose", Map.of("perm", new long[] {1, 0}), directions);
      return graph.matmul(graph.matmul(centred, columns), directions);
    }
  }
}
