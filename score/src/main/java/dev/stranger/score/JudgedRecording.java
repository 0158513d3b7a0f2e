package dev.stranger.score;

import dev.stranger.calibrate.StepVerdicts;
import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import dev.stranger.series.Span;
import java.util.List;

/**
 * A recording and what was found of it.
 *
 * @param steps a verdict for each step
 * @param spans the strange steps, with the channel that differs most from what was expected
 */
public record JudgedRecording(
    Recording recording, Clock clock, StepVerdicts.Merged steps, List<Span> spans) {

  public JudgedRecording {
    spans = List.copyOf(spans);
  }

  /** When a step was, as a person reads it: its time, or its number where steps are not timed. */
  public String when(int step) {
    String time = recording.time(step, clock);
    return time.isEmpty() ? Integer.toString(step) : time;
  }
}
