package dev.stranger.server.live;

import dev.stranger.Explanation;
import dev.stranger.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What a detector says of the samples of a request.
 *
 * @param by the detector that judged
 * @param explained why, where that was asked for
 */
public record Judged(LiveDetector by, List<Verdict> verdicts, Optional<Explained> explained) {

  /**
   * @param coordinates in the subspace, sample after sample; empty when the model has none
   */
  public record Explained(List<Explanation> explanations, float[] coordinates) {}
}
