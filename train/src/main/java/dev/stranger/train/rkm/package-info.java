/** The St-RKM itself: its objective, and the optimiser that keeps U orthonormal. */
@NullMarked
package dev.stranger.train.rkm;

import org.jspecify.annotations.NullMarked;
