package dev.stranger.train.attack;

import dev.stranger.DataException;

/**
 * How an attack looks for the worst sample within its bound: by steps of the same size in every
 * value, each in the direction in which the score gets better for the attack. The best of all
 * samples on the way is kept, the untouched one included, so that an attack is never worse off than
 * without.
 *
 * @param name in tables and legends
 * @param steps how many are made
 * @param stride length of a step, as a share of the bound
 * @param startsAnywhere whether the first step starts at a random place within the bound
 */
public record AttackMethod(String name, int steps, double stride, boolean startsAnywhere) {

  /** The fast gradient sign method (Goodfellow and others, 2015): one step as far as it goes. */
  public static final AttackMethod FGSM = new AttackMethod("FGSM", 1, 1, false);

  /** Projected gradient descent with ten steps. */
  public static final AttackMethod PGD = pgd(10);

  public AttackMethod {
    if (steps < 1 || !(stride > 0)) {
      throw new DataException(
          "an attack needs at least one step and a positive stride, got %d and %s"
              .formatted(steps, stride));
    }
  }

  /**
   * Projected gradient descent (Madry and others, 2018): many steps from a random start. Together
   * they are 2.5 times as long as the bound, so that the far end is within reach from any start.
   */
  public static AttackMethod pgd(int steps) {
    return new AttackMethod("PGD", steps, 2.5 / steps, true);
  }
}
