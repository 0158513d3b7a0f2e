package dev.stranger.train.loop;

/**
 * How an epoch went.
 *
 * @param objective mean over its batches, with whatever joins it in some epochs
 * @param heldOut the objective of held-out samples, or NaN when training never stops early
 */
public record EpochResult(double objective, double heldOut) {}
