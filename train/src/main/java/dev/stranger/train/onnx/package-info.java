/** Builds ONNX graphs; knows nothing of networks. */
@NullMarked
package dev.stranger.train.onnx;

import org.jspecify.annotations.NullMarked;
