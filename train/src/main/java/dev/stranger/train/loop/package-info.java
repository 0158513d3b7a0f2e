/**
 * The training loop: drives a {@link dev.stranger.train.loop.Learner} through its epochs, with
 * batches, progress, checkpoints and early stopping. It knows no method.
 */
@NullMarked
package dev.stranger.train.loop;

import org.jspecify.annotations.NullMarked;
