package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.Reconstruction;
import dev.stranger.Remedy;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.StepVerdicts;
import dev.stranger.series.Recording;
import dev.stranger.series.Span;
import dev.stranger.series.Windowing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Detector} for windows of long recordings: judges whole recordings and says when they
 * were strange, or takes a recording step by step while it is made. Immutable and safe to use from
 * any number of threads; it lives as long as its detector is open.
 */
public final class WindowedDetector {

  private final Detector detector;
  private final Windowing windowing;

  private WindowedDetector(Detector detector, Windowing windowing) {
    this.detector = detector;
    this.windowing = windowing;
  }

  static WindowedDetector of(Detector detector, String place) {
    @Nullable Windowing windowing = detector.metadata().windowing();
    if (windowing == null) {
      throw new RequestException(
          "%s judges samples of %s and not windows of recordings; train it on windows"
              .formatted(place, detector.shape()),
          Remedy.WINDOW);
    }
    return new WindowedDetector(detector, windowing);
  }

  public Detector detector() {
    return detector;
  }

  public Windowing windowing() {
    return windowing;
  }

  /**
   * Judges a recording whose channels and steps are those of {@link #windowing()}. Takes the memory
   * of one batch of windows, and some bytes for each step and window.
   *
   * @throws DataException when it has other channels, is shorter than a window, or has a value that
   *     is no number
   */
  public JudgedRecording judge(Recording recording) {
    requireFitting(recording);
    int size = detector.shape().size();
    int count = windowing.count(recording.steps());
    StepVerdicts steps = new StepVerdicts(windowing, detector.bound());
    int most = Math.min(count, detector.batchSize());
    for (int from = 0; from < count; from += most) {
      int some = Math.min(most, count - from);
      float[] samples = new float[some * size];
      for (int i = 0; i < some; i++) {
        int start = windowing.start(from + i, recording.steps());
        recording.copy(start, windowing.length(), samples, i * size);
      }
      detector.judge(samples, some).forEach(steps::add);
    }
    return merged(recording, steps);
  }

  /**
   * Refuses what {@link #judge(Recording)} would refuse, but for values that are no numbers.
   *
   * @throws DataException when it has other channels, or is shorter than a window
   */
  public void requireFitting(Recording recording) {
    if (recording.channels() != windowing.channels().size()) {
      throw new DataException(
          "%s has %d channels, the detector expects %d: %s"
              .formatted(
                  recording.name(),
                  recording.channels(),
                  windowing.channels().size(),
                  windowing.channels()));
    }
    if (recording.steps() < windowing.length()) {
      throw new DataException(
          "%s has %,d steps, a window has %,d; give a longer recording"
              .formatted(recording.name(), recording.steps(), windowing.length()));
    }
  }

  /**
   * What follows for the steps when all windows of a recording are judged.
   *
   * @param verdicts on all windows, in their order
   */
  public JudgedRecording merged(Recording recording, StepVerdicts verdicts) {
    StepVerdicts.Merged steps = verdicts.merge(recording.steps());
    List<Span> spans = new ArrayList<>();
    for (Span span : steps.spans()) {
      spans.add(span.withChannel(channel(recording, span)));
    }
    return new JudgedRecording(recording, windowing.clock(), steps, spans);
  }

  /** The channel that differs most from what was expected, in the window around the peak. */
  private String channel(Recording recording, Span span) {
    if (!detector.hasReconstruction()) {
      return "";
    }
    int length = windowing.length();
    float[] sample = new float[detector.shape().size()];
    recording.copy(around(recording, span), length, sample, 0);
    Reconstruction made = Objects.requireNonNull(detector.explain(sample).reconstruction());
    double[] sums = new double[recording.channels()];
    int largest = 0;
    for (int i = 0; i < sample.length; i++) {
      sums[i / length] += made.residual()[i];
    }
    for (int channel = 0; channel < sums.length; channel++) {
      largest = sums[channel] > sums[largest] ? channel : largest;
    }
    return windowing.channels().get(largest);
  }

  /** Where the window starts that has the peak of a span in its middle, or nearly. */
  public int around(Recording recording, Span span) {
    int length = windowing.length();
    return Math.max(0, Math.min(recording.steps() - length, span.peak() - length / 2));
  }

  /** Begins with a recording that is still being made. */
  public RecordingStream stream() {
    return new RecordingStream(this, null);
  }

  /**
   * The same, and watches it for drift.
   *
   * @param drift hears of windows that do not overlap, because others are nearly alike and would be
   *     taken for evidence again and again; a monitor of {@link #detector()}
   */
  public RecordingStream stream(DriftMonitor drift) {
    return new RecordingStream(this, drift);
  }

  Verdict judge(float[] window) {
    return detector.judge(window);
  }
}
