package dev.stranger;

import org.jspecify.annotations.Nullable;

/**
 * Why a sample got its score.
 *
 * @param reasons what the score is made of
 * @param reconstruction what the detector would have expected instead of the sample; null when its
 *     model expects no values, as a classifier
 * @param map how strange each pixel of a picture is, row after row; null when the detector does not
 *     say where
 */
public record Explanation(
    Reasons reasons, @Nullable Reconstruction reconstruction, float @Nullable [] map) {

  public Explanation(Reasons reasons, @Nullable Reconstruction reconstruction) {
    this(reasons, reconstruction, null);
  }
}
