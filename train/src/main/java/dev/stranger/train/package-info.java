/**
 * Learns detectors: the only module with libtorch. {@link dev.stranger.train.Trainer} is the door,
 * {@link dev.stranger.train.NamedMethod} lists the methods.
 */
@NullMarked
package dev.stranger.train;

import org.jspecify.annotations.NullMarked;
