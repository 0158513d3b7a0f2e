package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.Range;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorFile;
import dev.stranger.score.HeldOutScores;
import dev.stranger.score.Metadata;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Detectors of graphs that nobody trained. */
public final class TestGraphs {

  private TestGraphs() {}

  public static Detector open(
      DetectorGraph graph, ScoreModel score, Calibration calibration, double rate) {
    FalseAlarmGuarantee guarantee = FalseAlarmGuarantee.onAverage(rate);
    Metadata metadata =
        new Metadata(
            graph.shape(),
            Range.ANY,
            guarantee,
            List.of(),
            graph.deviations(),
            graph.model().energies(),
            score.parts(),
            "{}");
    Map<String, String> properties = new TreeMap<>(metadata.toProperties());
    properties.putAll(new HeldOutScores(calibration, null).toProperties(guarantee));
    properties.put(DetectorFile.CHECKSUM_KEY, DetectorFile.NO_CHECKSUM);
    return Detector.openUnverified(
        graph.write(score, calibration).toModel("test", properties), "graph");
  }
}
