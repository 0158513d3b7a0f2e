package dev.stranger.evaluate;

import dev.stranger.Explanation;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import java.util.List;

/**
 * All that a report shows. Numbers are over all detectors; pictures, and what follows from single
 * scores, are of the first.
 *
 * @param detectors their files
 * @param columns names of the columns of a table, empty elsewhere
 * @param normal scores of the normal samples
 * @param strangers scores of each set of strangers
 * @param pictures of each set, the normal one first
 * @param card how the first detector came about, as JSON
 */
public record Findings(
    List<String> detectors,
    Shape shape,
    Range range,
    List<String> columns,
    Guarantee guarantee,
    Evaluation evaluation,
    ScoredSet normal,
    List<ScoredSet> strangers,
    List<Examples> pictures,
    String card) {

  /** The same with the numbers of a further detector. */
  public Findings with(Evaluation further) {
    return new Findings(
        detectors,
        shape,
        range,
        columns,
        guarantee,
        evaluation.with(further),
        normal,
        strangers,
        pictures,
        card);
  }

  /**
   * What the detector guarantees of normal samples, and what it rests on.
   *
   * @param threshold a sample is flagged when its p-value is at most this
   * @param calibrationScores of the held-out samples, ascending
   */
  public record Guarantee(FalseAlarmGuarantee asked, double threshold, float[] calibrationScores) {}

  /**
   * Some samples of a set: the strangest normal ones, or the least strange strangers.
   *
   * @param set its name
   */
  public record Examples(String set, List<Example> samples) {}

  /**
   * @param name of the sample within its set
   */
  public record Example(String name, float[] sample, Verdict verdict, Explanation explanation) {}
}
