package dev.stranger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a sample got its score.
 *
 * @param reasons what the score is made of
 * @param reconstruction what the detector would have expected instead of the sample; null when its
 *     model expects no values, as a classifier
 * @param map how strange each pixel of a picture is, row after row; null when the detector does not
 *     say where
 * @param columns of a table, the one with the largest share first; empty when the detector does not
 *     say which
 */
public record Explanation(
    Reasons reasons,
    @Nullable Reconstruction reconstruction,
    float @Nullable [] map,
    List<ColumnReason> columns) {

  public Explanation {
    columns = List.copyOf(columns);
  }

  public Explanation(
      Reasons reasons, @Nullable Reconstruction reconstruction, float @Nullable [] map) {
    this(reasons, reconstruction, map, List.of());
  }

  public Explanation(Reasons reasons, @Nullable Reconstruction reconstruction) {
    this(reasons, reconstruction, null);
  }

  public Explanation withColumns(List<ColumnReason> columns) {
    return new Explanation(reasons, reconstruction, map, columns);
  }
}
