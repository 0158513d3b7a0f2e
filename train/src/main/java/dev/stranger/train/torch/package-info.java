/**
 * A thin layer over libtorch: devices, tensors, random numbers, recorded work on a GPU, and the
 * optimiser for ordinary parameters.
 */
@NullMarked
package dev.stranger.train.torch;

import org.jspecify.annotations.NullMarked;
