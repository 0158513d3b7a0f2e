package dev.stranger.score.onnx;

import java.util.HashSet;
import java.util.Set;

/**
 * Which operators the graph of a detector may have. Those that Stranger writes itself neither loop,
 * nor branch, nor read files, and what they compute is known before they run. Others are for models
 * that come from somebody you trust.
 *
 * @param further operators beside Stranger's own, such as {@code If} or {@code ai.onnx.ml.Scaler}
 * @param any whether every operator is allowed
 * @param guarded whether every operator is allowed in a guarded file, which contains a network that
 *     Stranger did not write
 */
public record AllowedOperators(Set<String> further, boolean any, boolean guarded) {

  /** The usual choice: Stranger's own operators, and guarded networks. */
  public static final AllowedOperators USUAL = new AllowedOperators(Set.of(), false, true);

  /** Stranger's own operators alone; refuses guarded files. */
  public static final AllowedOperators OF_STRANGER = new AllowedOperators(Set.of(), false, false);

  /**
   * Whatever the runtime knows. Such a graph may take any time and memory; files it cannot read.
   */
  public static final AllowedOperators ANY = new AllowedOperators(Set.of(), true, true);

  public AllowedOperators {
    further = Set.copyOf(further);
  }

  /** These and some more. */
  public AllowedOperators and(Set<String> more) {
    Set<String> all = new HashSet<>(further);
    all.addAll(more);
    return new AllowedOperators(all, any, guarded);
  }

  /** What is allowed in a file that is guarded, or not. */
  AllowedOperators in(boolean isGuarded) {
    return isGuarded && guarded ? ANY : this;
  }

  /** Whether all that is allowed is known so well that its cost can be told beforehand. */
  boolean areOfStranger() {
    return further.isEmpty() && !any;
  }

  boolean allow(String operator) {
    return any || ShapeRules.operators().contains(operator) || further.contains(operator);
  }
}
