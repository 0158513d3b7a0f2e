package dev.stranger.train;

/**
 * How an epoch went.
 *
 * @param objective mean over its batches
 * @param heldOut the same on held-out samples, or NaN when training never stops early
 */
public record EpochResult(double objective, double heldOut) {}
