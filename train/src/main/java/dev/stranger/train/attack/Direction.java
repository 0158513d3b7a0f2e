package dev.stranger.train.attack;

import org.bytedeco.pytorch.Scalar;

/** What an attack is after. */
public enum Direction {
  /** A stranger that wants to pass: its score shall fall. */
  LOOK_NORMAL(-1),
  /** A normal sample that shall raise an alarm: its score shall rise. */
  LOOK_STRANGE(1);

  private final int sign;

  Direction(int sign) {
    this.sign = sign;
  }

  /** Times a score, the higher the better for the attack. */
  Scalar sign() {
    return new Scalar((double) sign);
  }
}
