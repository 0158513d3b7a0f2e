package dev.stranger.cli;

import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.RecordingFindings;
import dev.stranger.report.RecordingPage;
import dev.stranger.score.Detector;
import dev.stranger.score.JudgedRecording;
import dev.stranger.score.WindowedDetector;
import dev.stranger.series.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A page with recordings and their strange spans. */
record RecordingReport(WindowedDetector detector, List<JudgedRecording> judged) {

  /** Windows that are shown over what was expected. */
  private static final int PEAKS = 12;

  private record Peak(JudgedRecording judged, Span span) {}

  /**
   * @param title what was judged
   * @param judge who judged it, a sentence
   * @return the page
   */
  Path write(String title, String judge, Path folder) {
    FalseAlarmBound bound = detector.detector().bound();
    return RecordingPage.write(
        new RecordingFindings(
            title,
            judge,
            detector.windowing(),
            bound.threshold(),
            1 / (bound.calibrationSize() + 1.0),
            judged,
            peaks()),
        folder);
  }

  private List<Example> peaks() {
    List<Peak> all = new ArrayList<>();
    judged.forEach(one -> one.spans().forEach(span -> all.add(new Peak(one, span))));
    return all.stream()
        .sorted(Comparator.comparingDouble(peak -> -peak.span().score()))
        .limit(PEAKS)
        .map(this::example)
        .toList();
  }

  private Example example(Peak peak) {
    Detector judge = detector.detector();
    int length = detector.windowing().length();
    int start = detector.around(peak.judged().recording(), peak.span());
    float[] sample = new float[judge.shape().size()];
    peak.judged().recording().copy(start, length, sample, 0);
    String name =
        "%s, %s to %s"
            .formatted(
                peak.judged().recording().name(),
                peak.judged().when(start),
                peak.judged().when(start + length - 1));
    return new Example(name, sample, judge.judge(sample), judge.explain(sample));
  }
}
