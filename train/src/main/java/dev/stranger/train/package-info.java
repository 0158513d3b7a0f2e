/**
 * Learns detectors: the only room with libtorch. {@link dev.stranger.train.Trainer} is the door.
 */
@NullMarked
package dev.stranger.train;

import org.jspecify.annotations.NullMarked;
