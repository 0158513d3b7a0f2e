package dev.stranger.evaluate;

import dev.stranger.DataException;
import dev.stranger.score.Metadata;
import dev.stranger.table.Column;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A detector that is to be evaluated.
 *
 * @param scores what it says of every sample
 */
record Candidate(Path file, Metadata metadata, List<ScoreKind> scores) {

  /** Only what takes the same samples and says the same of them can be summed up in one number. */
  void requireAlike(Candidate other) {
    requireSame("takes samples of", samples(), other, other.samples());
    requireSame("gives", keys(), other, other.keys());
  }

  private void requireSame(String does, String own, Candidate other, String others) {
    if (!own.equals(others)) {
      throw new DataException(
          "%s %s %s; %s %s %s; evaluate them one by one"
              .formatted(file, does, own, other.file, does, others));
    }
  }

  private String samples() {
    String columns =
        metadata.columns().isEmpty() ? "" : ", columns " + Column.names(metadata.columns());
    return "%s, values %s%s".formatted(metadata.shape(), metadata.range(), columns);
  }

  private String keys() {
    return scores.stream().map(ScoreKind::key).collect(Collectors.joining(", "));
  }
}
