package dev.stranger.train.baseline;

import dev.stranger.baseline.Baseline;
import dev.stranger.train.method.ModelGraph;
import java.util.List;

/** A baseline in a detector's graph, with its score as the only energy. */
interface BaselineGraph extends ModelGraph {

  Baseline baseline();

  @Override
  default List<String> energies() {
    return List.of(baseline().key());
  }
}
