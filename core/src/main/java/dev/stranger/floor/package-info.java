/**
 * Floors: the simple scores a user would try first. A detector that does not beat them has learned
 * nothing.
 *
 * <p>{@link dev.stranger.floor.Floors#fit} learns all of them from the samples that a detector
 * learned from; each is a {@link dev.stranger.floor.Floor}, so that an evaluation can loop over
 * them.
 */
@NullMarked
package dev.stranger.floor;

import org.jspecify.annotations.NullMarked;
