/**
 * Runs the graph of a detector in libtorch: on any device, and where the slopes of its outputs are
 * known. Knows nothing of what these are wanted for.
 */
@NullMarked
package dev.stranger.train.slope;

import org.jspecify.annotations.NullMarked;
