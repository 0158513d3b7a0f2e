/** What can be told of scores that are in tables and streams: p-values, metrics and drift. */
@NullMarked
package dev.stranger.spark.scores;

import org.jspecify.annotations.NullMarked;
