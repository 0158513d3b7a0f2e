package dev.stranger.train.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.DetectorFileException;
import dev.stranger.Verdict;
import dev.stranger.metric.RankMetrics;
import dev.stranger.score.Detector;
import dev.stranger.train.TestData;
import dev.stranger.train.TestDetectors;
import dev.stranger.train.attack.AttackCurve.Point;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttackEvaluatorTest {

  private static final List<Double> EPSILONS = List.of(0.0, 0.02, 0.05, 0.1);

  @TempDir Path folder;

  private List<AttackCurve> curves(Dataset normal, Dataset strangers, AtomicLong done) {
    Path file = folder.resolve("detector.onnx");
    TestDetectors.series().model().save(file);
    try (AttackEvaluator evaluator = AttackEvaluator.open(file, "cpu")) {
      AttackPlan plan = new AttackPlan(List.of(AttackMethod.FGSM, AttackMethod.PGD), EPSILONS, 1);
      return evaluator.evaluate(normal, strangers, plan, done::addAndGet);
    }
  }

  @Test
  void theDetectorGetsWorseAsAttacksGrow() {
    Dataset normal = TestDetectors.series().normal();
    Dataset strangers = TestData.open("heartbeats:inverted-t,size=50");
    AtomicLong done = new AtomicLong();
    List<AttackCurve> curves = curves(normal, strangers, done);
    assertThat(done.get()).isEqualTo(2 * 4 * (60 + 50));
    assertThat(curves)
        .extracting(AttackCurve::method)
        .containsExactly(AttackMethod.FGSM, AttackMethod.FGSM, AttackMethod.PGD, AttackMethod.PGD);
    Point untouched = untouched(normal, strangers);
    for (AttackCurve curve : curves) {
      assertThat(curve.points()).extracting(Point::epsilon).isEqualTo(EPSILONS);
      assertThat(curve.points().get(0)).isEqualTo(untouched);
      for (int i = 1; i < EPSILONS.size(); i++) {
        Point before = curve.points().get(i - 1);
        Point point = curve.points().get(i);
        assertThat(point.auroc()).isLessThanOrEqualTo(before.auroc());
        assertThat(point.strangersPassing()).isGreaterThanOrEqualTo(before.strangersPassing());
        assertThat(point.normalsFlagged()).isGreaterThanOrEqualTo(before.normalsFlagged());
      }
      boolean strangersAttack = curve.direction() == Direction.LOOK_NORMAL;
      Point last = curve.points().get(3);
      assertThat(last.auroc()).isLessThan(untouched.auroc() - 0.03);
      assertThat(last.strangersPassing() > untouched.strangersPassing()).isEqualTo(strangersAttack);
      assertThat(last.normalsFlagged() > untouched.normalsFlagged()).isEqualTo(!strangersAttack);
    }
  }

  private static Point untouched(Dataset normal, Dataset strangers) {
    try (Detector detector = TestDetectors.series().model().open()) {
      List<Verdict> in = new ArrayList<>();
      List<Verdict> out = new ArrayList<>();
      detector.judge(normal, (batch, some) -> in.addAll(some));
      detector.judge(strangers, (batch, some) -> out.addAll(some));
      double[] inScores = in.stream().mapToDouble(Verdict::score).toArray();
      double[] outScores = out.stream().mapToDouble(Verdict::score).toArray();
      return new Point(
          0,
          RankMetrics.of(inScores, outScores).auroc(),
          1 - (double) out.stream().filter(Verdict::ood).count() / out.size(),
          (double) in.stream().filter(Verdict::ood).count() / in.size());
    }
  }

  @Test
  void moreStepsDoMoreHarm() {
    Dataset normal = TestDetectors.series().normal();
    Dataset strangers = TestData.open("heartbeats:inverted-t,size=50");
    List<AttackCurve> curves = curves(normal, strangers, new AtomicLong());
    for (int direction = 0; direction < 2; direction++) {
      for (int i = 1; i < EPSILONS.size(); i++) {
        double one = curves.get(direction).points().get(i).auroc();
        double many = curves.get(2 + direction).points().get(i).auroc();
        assertThat(many).isLessThanOrEqualTo(one);
      }
    }
  }

  @Test
  void boundsMustAscend() {
    List<AttackMethod> methods = List.of(AttackMethod.FGSM);
    assertThatThrownBy(() -> new AttackPlan(methods, List.of(0.1, 0.05), 1))
        .isInstanceOf(DataException.class)
        .hasMessage("the bounds [0.1, 0.05] do not ascend; sort them");
    assertThatThrownBy(() -> new AttackPlan(methods, List.of(), 1))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("at least one method and one bound");
  }

  @Test
  void whatIsNoDetectorIsNotAttacked() {
    assertThatThrownBy(() -> AttackEvaluator.open(folder.resolve("none.onnx"), "cpu"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("there is no detector file");
  }
}
