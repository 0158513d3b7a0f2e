/**
 * Runs the graph of a detector in libtorch, where the slopes of its outputs are known; knows
 * nothing of what they are wanted for.
 */
@NullMarked
package dev.stranger.train.slope;

import org.jspecify.annotations.NullMarked;
