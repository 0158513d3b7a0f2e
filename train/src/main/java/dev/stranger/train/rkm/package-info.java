/**
 * The St-RKM itself: its objective, the optimiser that keeps U orthonormal, and robust estimates.
 */
@NullMarked
package dev.stranger.train.rkm;

import org.jspecify.annotations.NullMarked;
