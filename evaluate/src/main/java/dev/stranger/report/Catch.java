package dev.stranger.report;

import dev.stranger.evaluate.Evaluation;
import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.ScoreKind;
import dev.stranger.evaluate.ScoreKind.Role;
import dev.stranger.evaluate.ScoredSet;
import dev.stranger.metric.ScoreComparison;
import java.util.Comparator;
import java.util.List;

/**
 * How one set of strangers fared.
 *
 * @param set its name
 * @param samples how many strangers there are
 * @param share of them that is caught
 * @param auroc of the detector's score, over all detectors
 * @param betterBaselines baselines that do as well or better, the best first
 */
record Catch(String set, int samples, double share, double auroc, List<Baseline> betterBaselines) {

  /** Below this a set counts as one the detector is weak on. */
  static final double WEAK = 0.9;

  record Baseline(String title, double auroc) {}

  static List<Catch> of(Findings findings) {
    return findings.strangers().stream().map(set -> of(findings, set)).toList();
  }

  private static Catch of(Findings findings, ScoredSet set) {
    Evaluation evaluation = findings.evaluation();
    double own = auroc(evaluation, set, score(findings));
    List<Baseline> better =
        findings.normal().kinds().stream()
            .filter(kind -> kind.role() == Role.BASELINE)
            .map(kind -> new Baseline(kind.title(), auroc(evaluation, set, kind)))
            .filter(baseline -> baseline.auroc >= own && own < 1) // nothing is better than perfect
            .sorted(Comparator.comparingDouble(Baseline::auroc).reversed())
            .toList();
    double share = set.flagged(findings.guarantee().threshold());
    return new Catch(set.name(), set.size(), share, own, better);
  }

  private static double auroc(Evaluation evaluation, ScoredSet set, ScoreKind kind) {
    return evaluation.row(set.name(), kind).summary(ScoreComparison::auroc).mean();
  }

  /** The score that the verdicts come from. */
  static ScoreKind score(Findings findings) {
    return findings.normal().kinds().stream()
        .filter(kind -> kind.role() == Role.DETECTOR)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("findings without a detector's score"));
  }

  boolean weak() {
    return auroc < WEAK;
  }
}
