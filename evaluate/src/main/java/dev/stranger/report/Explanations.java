package dev.stranger.report;

import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.table.Column;
import java.util.List;

/**
 * All that an {@link ExplanationPage} shows.
 *
 * @param title what the samples are
 * @param judge who judged them and what that guarantees, a sentence
 * @param shape of every sample
 * @param range every value lies in
 * @param columns of a table, or channels of recordings; empty elsewhere
 */
public record Explanations(
    String title,
    String judge,
    Shape shape,
    Range range,
    List<Column> columns,
    List<Example> samples) {

  public Explanations {
    columns = List.copyOf(columns);
    samples = List.copyOf(samples);
  }
}
