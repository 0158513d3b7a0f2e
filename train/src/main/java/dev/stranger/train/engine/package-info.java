/**
 * Runs the ONNX graph of a detector in libtorch: on GPUs that ONNX Runtime does not know, and with
 * gradients of its outputs, which ONNX Runtime does not have.
 */
@NullMarked
package dev.stranger.train.engine;

import org.jspecify.annotations.NullMarked;
