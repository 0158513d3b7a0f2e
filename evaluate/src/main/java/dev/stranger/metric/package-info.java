/**
 * How well scores separate out-of-distribution samples from normal ones.
 *
 * <p>Everywhere a higher score means stranger; {@code in} are the scores of in-distribution
 * samples, {@code out} those of strangers. Start with {@link dev.stranger.metric.ScoreComparison}
 * for every number of one pair of sets, and with {@link dev.stranger.metric.Summary} for the mean
 * of one number over seeds. All functions are pure and safe to call from any thread.
 */
@NullMarked
package dev.stranger.metric;

import org.jspecify.annotations.NullMarked;
