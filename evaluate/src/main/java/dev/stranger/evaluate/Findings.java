package dev.stranger.evaluate;

import dev.stranger.Explanation;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.table.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a report shows. Numbers are over all detectors; pictures, and what follows from single
 * scores, are of the first. Immutable when its arrays are left alone.
 */
public final class Findings {

  private final List<String> detectors;
  private final Shape shape;
  private final Range range;
  private final List<Column> columns;
  private final Guarantee guarantee;
  private final Evaluation evaluation;
  private final ScoredSet normal;
  private final List<ScoredSet> strangers;
  private final List<Examples> pictures;
  private final String card;

  private Findings(Builder builder) {
    detectors = required("detectors", builder.detectors);
    shape = required("shape", builder.shape);
    range = required("range", builder.range);
    columns = builder.columns;
    guarantee = required("guarantee", builder.guarantee);
    evaluation = required("evaluation", builder.evaluation);
    normal = required("normal", builder.normal);
    strangers = required("strangers", builder.strangers);
    pictures = builder.pictures;
    card = builder.card;
  }

  private static <T> T required(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("findings need " + name);
    }
    return value;
  }

  /** Of nothing yet: columns, pictures and card may stay empty, all else is needed. */
  public static Builder builder() {
    return new Builder();
  }

  /** Of the same, to change some of it. */
  public Builder toBuilder() {
    return builder()
        .detectors(detectors)
        .shape(shape)
        .range(range)
        .columns(columns)
        .guarantee(guarantee)
        .evaluation(evaluation)
        .normal(normal)
        .strangers(strangers)
        .pictures(pictures)
        .card(card);
  }

  /** The same with the numbers of a further detector. */
  public Findings with(Evaluation further) {
    return toBuilder().evaluation(evaluation.with(further)).build();
  }

  /** Their files. */
  public List<String> detectors() {
    return detectors;
  }

  /** Of every sample. */
  public Shape shape() {
    return shape;
  }

  /** Every value lies in it. */
  public Range range() {
    return range;
  }

  /** Of a table, empty elsewhere. */
  public List<Column> columns() {
    return columns;
  }

  public Guarantee guarantee() {
    return guarantee;
  }

  public Evaluation evaluation() {
    return evaluation;
  }

  /** Scores of the normal samples. */
  public ScoredSet normal() {
    return normal;
  }

  /** Scores of each set of strangers. */
  public List<ScoredSet> strangers() {
    return strangers;
  }

  /** Of each set, the normal one first. */
  public List<Examples> pictures() {
    return pictures;
  }

  /** How the first detector came about, as JSON. */
  public String card() {
    return card;
  }

  /** Gathers findings; see their accessors for what each is. Not thread-safe. */
  public static final class Builder {

    private @Nullable List<String> detectors;
    private @Nullable Shape shape;
    private @Nullable Range range;
    private List<Column> columns = List.of();
    private @Nullable Guarantee guarantee;
    private @Nullable Evaluation evaluation;
    private @Nullable ScoredSet normal;
    private @Nullable List<ScoredSet> strangers;
    private List<Examples> pictures = List.of();
    private String card = "";

    private Builder() {}

    public Builder detectors(List<String> detectors) {
      this.detectors = detectors;
      return this;
    }

    public Builder shape(Shape shape) {
      this.shape = shape;
      return this;
    }

    public Builder range(Range range) {
      this.range = range;
      return this;
    }

    public Builder columns(List<Column> columns) {
      this.columns = columns;
      return this;
    }

    public Builder guarantee(Guarantee guarantee) {
      this.guarantee = guarantee;
      return this;
    }

    public Builder evaluation(Evaluation evaluation) {
      this.evaluation = evaluation;
      return this;
    }

    public Builder normal(ScoredSet normal) {
      this.normal = normal;
      return this;
    }

    public Builder strangers(List<ScoredSet> strangers) {
      this.strangers = strangers;
      return this;
    }

    public Builder pictures(List<Examples> pictures) {
      this.pictures = pictures;
      return this;
    }

    public Builder card(String card) {
      this.card = card;
      return this;
    }

    /**
     * @throws IllegalArgumentException when something that is needed was not given
     */
    public Findings build() {
      return new Findings(this);
    }
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
