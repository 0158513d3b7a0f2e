/**
 * The systems that the paper compares the St-RKM with, each a {@link dev.stranger.train.Method}.
 */
@NullMarked
package dev.stranger.train.baseline;

import org.jspecify.annotations.NullMarked;
