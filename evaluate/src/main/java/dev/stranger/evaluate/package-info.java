/**
 * Detectors against data: {@link dev.stranger.evaluate.Evaluator} compares detectors and baselines
 * on sets of samples, {@link dev.stranger.evaluate.Explainer} says why single samples get their
 * scores. {@link dev.stranger.evaluate.Findings} holds what a report shows.
 */
@NullMarked
package dev.stranger.evaluate;

import org.jspecify.annotations.NullMarked;
