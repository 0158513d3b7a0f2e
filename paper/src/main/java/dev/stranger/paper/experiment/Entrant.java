package dev.stranger.paper.experiment;

import dev.stranger.paper.MethodName;
import dev.stranger.train.TrainOptions;
import java.util.Map;

/**
 * A model of the experiments.
 *
 * @param name for people and for files
 * @param training normal samples to learn from
 * @param options how, the seed not yet chosen
 * @param rows the methods whose figures come from it, and which of its scores each is
 */
record Entrant(String name, PaperSet training, TrainOptions options, Map<MethodName, String> rows) {

  /** The name of the detector's own score beside those of its energies. */
  static final String SCORE = "score";

  /** How it is trained, in a line. */
  String settings() {
    return options.text().replace("\n", ", ");
  }

  Entrant withRows(Map<MethodName, String> rows) {
    return new Entrant(name, training, options, rows);
  }
}
