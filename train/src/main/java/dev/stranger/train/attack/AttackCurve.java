package dev.stranger.train.attack;

import java.util.List;

/**
 * How a detector fares under one kind of attack as the attack grows.
 *
 * @param direction who attacks: strangers that want to look normal, or whoever wants normal samples
 *     to look strange
 * @param points in the order of the bounds that were asked for
 */
public record AttackCurve(AttackMethod method, Direction direction, List<Point> points) {

  /**
   * What happens within one bound.
   *
   * @param epsilon the bound
   * @param auroc chance that a stranger scores higher than a normal sample
   * @param strangersPassing share of strangers that the detector does not flag
   * @param normalsFlagged share of normal samples that it flags
   */
  public record Point(
      double epsilon, double auroc, double strangersPassing, double normalsFlagged) {}

  public AttackCurve {
    points = List.copyOf(points);
  }
}
