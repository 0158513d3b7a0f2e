package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.Range;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.HeldOutScores;
import dev.stranger.score.Metadata;
import java.util.Map;

/** Detectors of graphs that nobody trained. */
public final class TestGraphs {

  private TestGraphs() {}

  public static Detector open(
      DetectorGraph graph, ScoreModel score, Calibration calibration, double rate) {
    FalseAlarmGuarantee guarantee = FalseAlarmGuarantee.onAverage(rate);
    Metadata metadata =
        Metadata.of(graph.shape(), Range.ANY)
            .guarantee(guarantee)
            .deviations(graph.describe().build().deviations())
            .energies(graph.energies())
            .parts(score.parts())
            .build();
    Map<String, String> properties =
        DetectorDraft.properties(metadata, new HeldOutScores(calibration, null));
    return DetectorDraft.open(graph.write(score, calibration).toModel("test", properties), "graph");
  }
}
