package dev.stranger.train.attack;

import dev.stranger.DataException;
import java.util.List;

/**
 * Which attacks a detector is put to.
 *
 * @param epsilons the bounds, ascending
 * @param seed of the random starts
 */
public record AttackPlan(List<AttackMethod> methods, List<Double> epsilons, long seed) {

  public AttackPlan {
    methods = List.copyOf(methods);
    epsilons = List.copyOf(epsilons);
    if (methods.isEmpty() || epsilons.isEmpty()) {
      throw new DataException("attacks need at least one method and one bound");
    }
    for (int i = 1; i < epsilons.size(); i++) {
      if (!(epsilons.get(i - 1) < epsilons.get(i))) {
        throw new DataException("the bounds %s do not ascend; sort them".formatted(epsilons));
      }
    }
  }

  /** How often each sample is attacked. */
  public int attacksOnASample() {
    return methods.size() * epsilons.size();
  }

  /** Attacks that differ in their bound alone. */
  List<Attack> attacks(AttackMethod method, Direction direction) {
    return epsilons.stream().map(epsilon -> new Attack(method, direction, epsilon, seed)).toList();
  }
}
