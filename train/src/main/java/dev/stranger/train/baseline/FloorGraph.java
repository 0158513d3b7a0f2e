package dev.stranger.train.baseline;

import dev.stranger.floor.Floor;
import dev.stranger.train.ModelGraph;
import java.util.List;

/** A floor in a detector's graph, with its score as the only energy. */
interface FloorGraph extends ModelGraph {

  Floor floor();

  @Override
  default List<String> energies() {
    return List.of(floor().key());
  }
}
