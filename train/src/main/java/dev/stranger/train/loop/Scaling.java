package dev.stranger.train.loop;

import dev.stranger.Shape;

/** Turns samples into what a network sees. Depends on the sample alone; thread-safe. */
public interface Scaling {

  /** The shape of what it makes of samples of a shape. */
  Shape shapeOf(Shape samples);

  /** A prepared copy. */
  float[] apply(float[] sample);
}
