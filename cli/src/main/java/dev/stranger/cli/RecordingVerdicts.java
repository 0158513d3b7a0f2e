package dev.stranger.cli;

import dev.stranger.Verdict;
import dev.stranger.calibrate.StepVerdicts;
import dev.stranger.score.JudgedRecording;
import dev.stranger.score.WindowedDetector;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowed;
import java.util.ArrayList;
import java.util.List;

/** Collects the verdicts on windows, and says of each recording when it was strange. */
final class RecordingVerdicts {

  private final WindowedDetector detector;
  private final Windowed windows;
  private final List<JudgedRecording> judged = new ArrayList<>();
  private StepVerdicts steps;
  private int recording;
  private int left;

  RecordingVerdicts(WindowedDetector detector, Windowed windows) {
    this.detector = detector;
    this.windows = windows;
    this.steps = begun();
  }

  private StepVerdicts begun() {
    List<Recording> all = windows.recordings();
    for (; recording < all.size(); recording++) {
      left = windows.windowing().count(all.get(recording).steps());
      if (left > 0) {
        break;
      }
    }
    return new StepVerdicts(windows.windowing(), detector.detector().bound());
  }

  /** The verdict on the next window. */
  void add(Verdict window) {
    steps.add(window);
    left--;
    if (left == 0) {
      judged.add(detector.merged(windows.recordings().get(recording), steps));
      recording++;
      steps = begun();
    }
  }

  /** All recordings whose windows are judged; those that are too short have none. */
  List<JudgedRecording> judged() {
    return judged;
  }
}
