/**
 * The systems that the paper compares the St-RKM with, each a {@link
 * dev.stranger.train.method.Method}.
 */
@NullMarked
package dev.stranger.train.baseline;

import org.jspecify.annotations.NullMarked;
