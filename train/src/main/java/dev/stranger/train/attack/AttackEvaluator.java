package dev.stranger.train.attack;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Verdict;
import dev.stranger.metric.RankMetrics;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorFile;
import dev.stranger.train.attack.AttackCurve.Point;
import dev.stranger.train.engine.TorchGraph;
import dev.stranger.train.torch.Compute;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Finds out how a detector fares under attack. Slopes come from libtorch, verdicts of attacked
 * samples from ONNX Runtime: what it reports is what would happen.
 */
public final class AttackEvaluator implements AutoCloseable {

  private final Detector detector;
  private final TorchGraph graph;

  private AttackEvaluator(Detector detector, TorchGraph graph) {
    this.detector = detector;
    this.graph = graph;
  }

  /**
   * @param device where slopes are computed: {@code auto}, {@code cpu}, {@code cuda}
   * @throws DataException when the file is no detector, or one that libtorch cannot run
   */
  public static AttackEvaluator open(Path file, String device) {
    Detector detector = Detector.open(file);
    try {
      byte[] model = DetectorFile.read(file).bytes();
      return new AttackEvaluator(
          detector, TorchGraph.load(model, Compute.on(device), file.toString()));
    } catch (RuntimeException e) {
      detector.close();
      throw e;
    }
  }

  /**
   * A curve for each method and direction, methods first. A larger bound allows what a smaller one
   * does: every sample counts with the strongest attack on it that was found within the bound, so
   * that a curve never turns back where long steps miss what short ones found.
   *
   * @param normal samples that the detector was not trained on
   * @param progress gets the number of samples attacked since it was last called; in the end as
   *     many as both sets have, times {@link AttackPlan#attacksOnASample()}
   * @throws DataException when a set does not fit the detector
   */
  public List<AttackCurve> evaluate(
      Dataset normal, Dataset strangers, AttackPlan plan, LongConsumer progress) {
    Side in = new Side(normal, judge(normal));
    Side out = new Side(strangers, judge(strangers));
    List<AttackCurve> curves = new ArrayList<>();
    for (AttackMethod method : plan.methods()) {
      for (Direction direction : Direction.values()) {
        List<Point> points = points(in, out, plan.attacks(method, direction), progress);
        curves.add(new AttackCurve(method, direction, points));
      }
    }
    return curves;
  }

  /** A set, and what the detector says of it without attack. */
  private record Side(Dataset samples, Judged untouched) {}

  private List<Point> points(Side in, Side out, List<Attack> attacks, LongConsumer progress) {
    Attacker attacker = new Attacker(graph, detector.metadata());
    Judged normal = in.untouched();
    Judged strangers = out.untouched();
    List<Point> points = new ArrayList<>();
    for (Attack attack : attacks) {
      switch (attack.direction()) {
        case LOOK_NORMAL ->
            strangers = strangers.lower(judge(attacker.attack(out.samples(), attack, progress)));
        case LOOK_STRANGE ->
            normal = normal.higher(judge(attacker.attack(in.samples(), attack, progress)));
      }
      points.add(point(attack.epsilon(), normal, strangers));
    }
    return points;
  }

  private Judged judge(Dataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(data, (batch, some) -> verdicts.addAll(some));
    return new Judged(verdicts);
  }

  private static Point point(double epsilon, Judged normal, Judged strangers) {
    double auroc = RankMetrics.of(normal.scores(), strangers.scores()).auroc();
    return new Point(epsilon, auroc, 1 - strangers.flagged(), normal.flagged());
  }

  @Override
  public void close() {
    detector.close();
    graph.close();
  }
}
