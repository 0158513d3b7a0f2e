/**
 * The St-RKM and its robust variant: objective, the optimiser that keeps U orthonormal, feature
 * space, graph and energies.
 */
@NullMarked
package dev.stranger.train.rkm;

import org.jspecify.annotations.NullMarked;
