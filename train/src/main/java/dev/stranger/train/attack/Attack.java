package dev.stranger.train.attack;

import dev.stranger.DataException;

/**
 * What is done to samples.
 *
 * @param epsilon how far each value may be moved: in units of the samples where the detector knows
 *     their range, as it does for images, else in the deviations that it measures in
 * @param seed of the random start
 */
public record Attack(AttackMethod method, Direction direction, double epsilon, long seed) {

  public Attack {
    if (!(epsilon >= 0 && Double.isFinite(epsilon))) {
      throw new DataException("epsilon is %s; it must be 0 or more".formatted(epsilon));
    }
  }
}
