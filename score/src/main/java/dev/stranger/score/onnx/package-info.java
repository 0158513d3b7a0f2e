/** Reads an ONNX model as a stranger's file: what it would do is known before a runtime sees it. */
@NullMarked
package dev.stranger.score.onnx;

import org.jspecify.annotations.NullMarked;
