package dev.stranger.train.loop;

/** Brings each value of a sample to another mean and unit: {@code (x - mean) / deviation}. */
public interface Scaling {

  /** A number for every column or channel. */
  float[] means();

  /** The same. */
  float[] deviations();

  /** Of {@link #means} and {@link #deviations}, to go with the shape of a sample. */
  long[] shape();

  /** A scaled copy. */
  float[] apply(float[] sample);
}
