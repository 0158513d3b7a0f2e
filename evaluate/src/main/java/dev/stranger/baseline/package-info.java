/**
 * Baselines: the simple scores a user would try first. A detector that does not beat them has
 * learned nothing.
 *
 * <p>{@link dev.stranger.baseline.Baselines#fit} learns all of them from the samples that a
 * detector learned from; each is a {@link dev.stranger.baseline.Baseline}, so that an evaluation
 * can loop over them.
 */
@NullMarked
package dev.stranger.baseline;

import org.jspecify.annotations.NullMarked;
