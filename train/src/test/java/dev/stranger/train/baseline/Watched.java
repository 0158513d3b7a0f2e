package dev.stranger.train.baseline;

import dev.stranger.train.Lesson;
import dev.stranger.train.Method;
import dev.stranger.train.ModelGraph;
import java.util.List;
import java.util.function.BiConsumer;

/** A method that lets a test look at what was learnt while libtorch still holds it. */
record Watched(Method method, BiConsumer<Lesson, ModelGraph> look) implements Method {

  @Override
  public String key() {
    return method.key();
  }

  @Override
  public List<String> scores() {
    return method.scores();
  }

  @Override
  public ModelGraph learn(Lesson lesson) {
    ModelGraph graph = method.learn(lesson);
    look.accept(lesson, graph);
    return graph;
  }
}
