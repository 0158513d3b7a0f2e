package dev.stranger.train.baseline;

import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import java.util.List;

/** A method that lets a test look at what was learnt while libtorch still holds it. */
record Watched(Method method, Look look) implements Method {

  interface Look {
    void at(TrainingData data, TrainingRun run, ModelGraph graph);
  }

  @Override
  public String key() {
    return method.key();
  }

  @Override
  public List<String> scores() {
    return method.scores();
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    ModelGraph graph = method.learn(data, run);
    look.at(data, run, graph);
    return graph;
  }
}
