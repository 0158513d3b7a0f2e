/**
 * The one score: {@link dev.stranger.train.neighbour.Statistics} of a sample, and how far they are
 * from those of its nearest training samples. A new statistic is added there.
 */
@NullMarked
package dev.stranger.train.neighbour;

import org.jspecify.annotations.NullMarked;
