/** Detectors on Apache Spark: judging, training and drift of streams. */
@NullMarked
package dev.stranger.spark;

import org.jspecify.annotations.NullMarked;
