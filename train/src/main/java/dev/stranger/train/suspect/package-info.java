/**
 * Looks for strangers among the samples to learn from, before anything is learnt. {@link
 * dev.stranger.train.suspect.SuspectSearch} is the door.
 */
@NullMarked
package dev.stranger.train.suspect;

import org.jspecify.annotations.NullMarked;
