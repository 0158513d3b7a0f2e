package dev.stranger.data.alter;

import org.apache.commons.rng.UniformRandomProvider;

/** Makes the values of a stranger from a normal sample, which it leaves as it is. */
interface Change {

  float[] of(Sample sample, UniformRandomProvider random);
}
