/**
 * Networks, built from the shape of a sample: layers that both compute with libtorch and write
 * themselves as ONNX.
 */
@NullMarked
package dev.stranger.train.net;

import org.jspecify.annotations.NullMarked;
