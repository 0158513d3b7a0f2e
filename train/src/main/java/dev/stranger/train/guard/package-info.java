/** Puts a detector behind a network that somebody else trained, in one ONNX file. */
@NullMarked
package dev.stranger.train.guard;

import org.jspecify.annotations.NullMarked;
