package dev.stranger.report;

import dev.stranger.Shape;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.score.JudgedRecording;
import dev.stranger.series.Windowing;
import dev.stranger.table.Column;
import java.util.List;

/**
 * All that a {@link RecordingPage} shows.
 *
 * @param title what was judged
 * @param judge who judged it and what that guarantees, sentences
 * @param threshold the largest p-value that is strange
 * @param smallest the smallest p-value that there is
 * @param peaks the windows at the peaks of some spans
 */
public record RecordingFindings(
    String title,
    String judge,
    Windowing windowing,
    double threshold,
    double smallest,
    List<JudgedRecording> recordings,
    List<Example> peaks) {

  public RecordingFindings {
    recordings = List.copyOf(recordings);
    peaks = List.copyOf(peaks);
  }

  Shape shape() {
    return Shape.of(windowing.channels().size(), windowing.length());
  }

  List<Column> columns() {
    return Column.numbers(windowing.channels());
  }

  int spans() {
    return recordings.stream().mapToInt(one -> one.spans().size()).sum();
  }
}
