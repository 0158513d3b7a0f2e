package dev.stranger;

import org.jspecify.annotations.Nullable;

/**
 * Why a sample got its score.
 *
 * @param reasons what the score is made of
 * @param reconstruction what the detector would have expected instead of the sample; null when its
 *     model expects no values, as a classifier
 */
public record Explanation(Reasons reasons, @Nullable Reconstruction reconstruction) {}
