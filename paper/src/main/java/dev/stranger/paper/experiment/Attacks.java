package dev.stranger.paper.experiment;

import dev.stranger.paper.CurveFigure;
import dev.stranger.paper.CurveFigure.Line;
import dev.stranger.paper.CurveFigure.Spacing;
import dev.stranger.train.attack.AttackCurve;
import dev.stranger.train.attack.AttackCurve.Point;
import dev.stranger.train.attack.AttackEvaluator;
import dev.stranger.train.attack.AttackMethod;
import dev.stranger.train.attack.AttackPlan;
import dev.stranger.train.attack.Direction;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How detectors fare when whoever knows them changes samples a little: the paper's future work. */
final class Attacks {

  /** In grey levels, of 255. */
  private static final List<Integer> LEVELS = List.of(0, 1, 2, 4, 8, 16, 32);

  private static final long SEED = 0;

  private static final Cache.Format<List<AttackCurve>> FORMAT =
      new Cache.Format<>() {
        @Override
        public void write(List<AttackCurve> curves, DataOutputStream out) throws IOException {
          out.writeInt(curves.size());
          for (AttackCurve curve : curves) {
            out.writeUTF(curve.method().name());
            out.writeInt(curve.method().steps());
            out.writeUTF(curve.direction().name());
            out.writeInt(curve.points().size());
            for (Point point : curve.points()) {
              Numbers.write(
                  new double[] {
                    point.epsilon(), point.auroc(), point.strangersPassing(), point.normalsFlagged()
                  },
                  out);
            }
          }
        }

        @Override
        public List<AttackCurve> read(DataInputStream in) throws IOException {
          List<AttackCurve> curves = new ArrayList<>();
          int count = in.readInt();
          for (int i = 0; i < count; i++) {
            AttackMethod method = method(in.readUTF(), in.readInt());
            Direction direction = Direction.valueOf(in.readUTF());
            List<Point> points = new ArrayList<>();
            int length = in.readInt();
            for (int k = 0; k < length; k++) {
              double[] p = Numbers.read(in);
              points.add(new Point(p[0], p[1], p[2], p[3]));
            }
            curves.add(new AttackCurve(method, direction, points));
          }
          return curves;
        }
      };

  private static AttackMethod method(String name, int steps) {
    return name.equals(AttackMethod.FGSM.name()) ? AttackMethod.FGSM : AttackMethod.pgd(steps);
  }

  private final Cache cache;
  private final Models models;
  private final ExperimentListener listener;
  private final Effort effort;
  private final AttackPlan plan;

  Attacks(Cache cache, Models models, ExperimentListener listener, Effort effort) {
    this.cache = cache;
    this.models = models;
    this.listener = listener;
    this.effort = effort;
    this.plan =
        new AttackPlan(
            List.of(AttackMethod.FGSM, AttackMethod.pgd(effort.attackSteps())),
            LEVELS.stream().map(level -> level / 255.0).toList(),
            SEED);
  }

  /** AUROC against the bound, for the model of the first seed. */
  CurveFigure figure(Entrant entrant, String title, PaperSet normal, PaperSet strangers) {
    String determinants =
        String.join(
            "\n",
            models.determinants(entrant, 0),
            normal.identity(),
            strangers.identity(),
            "%d samples, fgsm and pgd of %d steps, bounds %s of 255, seed %d"
                .formatted(effort.attacked(), effort.attackSteps(), LEVELS, SEED));
    Path file = cache.file("attacks", entrant.name() + "-" + strangers.name(), determinants, "bin");
    List<AttackCurve> curves = cache.get(file, FORMAT, () -> attack(entrant, normal, strangers));
    return new CurveFigure(
        title,
        "largest change of a pixel, in grey levels of 255",
        Spacing.LINEAR,
        "AUROC in %",
        curves.stream().map(Attacks::line).toList());
  }

  private List<AttackCurve> attack(Entrant entrant, PaperSet normal, PaperSet strangers) {
    models.require(entrant, 0, listener);
    try (AttackEvaluator evaluator =
        AttackEvaluator.open(models.file(entrant, 0), entrant.options().device())) {
      int samples = effort.attacked();
      return evaluator.evaluate(
          normal.data().spread(samples),
          strangers.data().spread(samples),
          plan,
          listener.judging(
              entrant.name() + " under attack",
              strangers.name(),
              2L * samples * plan.attacksOnASample()));
    }
  }

  private static Line line(AttackCurve curve) {
    String who =
        curve.direction() == Direction.LOOK_NORMAL
            ? "strangers look normal"
            : "normals look strange";
    return new Line(
        "%s, %s".formatted(curve.method().name(), who),
        curve.points().stream().mapToDouble(point -> 255 * point.epsilon()).toArray(),
        curve.points().stream().mapToDouble(point -> 100 * point.auroc()).toArray(),
        new double[0]);
  }
}
