/**
 * How well scores tell strangers from normal samples.
 *
 * <p>Everywhere a higher score means stranger; {@code in} are the scores of in-distribution
 * samples, {@code out} those of strangers. Start with {@link dev.stranger.evaluate.ScoreComparison}
 * for every number of one pair of sets, and with {@link dev.stranger.evaluate.Summary} for the mean
 * of one number over seeds. All functions are pure and safe to call from any thread.
 */
@NullMarked
package dev.stranger.evaluate;

import org.jspecify.annotations.NullMarked;
