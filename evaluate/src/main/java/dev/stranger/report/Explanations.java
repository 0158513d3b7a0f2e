package dev.stranger.report;

import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.evaluate.Findings.Example;
import java.util.List;

/**
 * All that an {@link ExplanationPage} shows.
 *
 * @param title what the samples are
 * @param judge who judged them and what that guarantees, a sentence
 * @param shape of every sample
 * @param range every value lies in
 * @param columns names of the columns of a table, empty elsewhere
 */
public record Explanations(
    String title,
    String judge,
    Shape shape,
    Range range,
    List<String> columns,
    List<Example> samples) {

  public Explanations {
    columns = List.copyOf(columns);
    samples = List.copyOf(samples);
  }
}
