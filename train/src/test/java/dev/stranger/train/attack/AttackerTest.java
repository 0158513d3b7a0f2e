package dev.stranger.train.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.Metadata;
import dev.stranger.train.TestData;
import dev.stranger.train.TestDetectors;
import dev.stranger.train.engine.TorchGraph;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AttackerTest {

  private static final Compute CPU = Compute.on("cpu");
  private static final List<AttackMethod> METHODS = List.of(AttackMethod.FGSM, AttackMethod.PGD);

  private static TorchGraph load(TestDetectors detector, Compute compute) {
    return TorchGraph.load(detector.model().model(), compute, "detector");
  }

  private static MemoryDataset attack(
      TestDetectors trained,
      Dataset data,
      AttackMethod method,
      Direction direction,
      double epsilon) {
    try (TorchGraph graph = load(trained, CPU);
        Detector detector = trained.model().open()) {
      return new Attacker(graph, detector.metadata())
          .attack(data, new Attack(method, direction, epsilon, 7), done -> {});
    }
  }

  private static double[] scores(TestDetectors trained, Dataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    try (Detector detector = trained.model().open()) {
      detector.judge(data, (batch, some) -> verdicts.addAll(some));
    }
    return verdicts.stream().mapToDouble(Verdict::score).toArray();
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  @Test
  void withinABoundOfZeroNothingChanges() {
    for (TestDetectors trained : List.of(TestDetectors.images(), TestDetectors.table())) {
      MemoryDataset normal = trained.normal();
      for (AttackMethod method : METHODS) {
        MemoryDataset same = attack(trained, normal, method, Direction.LOOK_STRANGE, 0);
        for (int i = 0; i < normal.size(); i++) {
          assertThat(same.sample(i)).isEqualTo(normal.sample(i));
        }
      }
    }
  }

  @Test
  void imagesStayWithinBoundAndRange() {
    TestDetectors trained = TestDetectors.images();
    MemoryDataset normal = trained.normal();
    for (AttackMethod method : METHODS) {
      float largest = 0;
      for (Direction direction : Direction.values()) {
        MemoryDataset changed = attack(trained, normal, method, direction, 0.1);
        for (int i = 0; i < normal.size(); i++) {
          for (int at = 0; at < 256; at++) {
            float value = changed.sample(i)[at];
            assertThat(value).isBetween(0f, 1f);
            largest = Math.max(largest, Math.abs(value - normal.sample(i)[at]));
          }
        }
      }
      assertThat(largest).isCloseTo(0.1f, Offset.offset(1e-6f)); // used up, and not exceeded
    }
  }

  /** The columns of the table have deviations from a thousandth to hundreds. */
  @Test
  void standardisedValuesMoveByTheirDeviation() {
    TestDetectors trained = TestDetectors.table();
    MemoryDataset normal = trained.normal();
    List<Float> deviations;
    try (Detector detector = trained.model().open()) {
      deviations = detector.metadata().deviations();
    }
    for (AttackMethod method : METHODS) {
      MemoryDataset changed = attack(trained, normal, method, Direction.LOOK_STRANGE, 0.2);
      for (int column = 0; column < 6; column++) {
        double largest = 0;
        for (int i = 0; i < normal.size(); i++) {
          double moved = Math.abs(changed.sample(i)[column] - normal.sample(i)[column]);
          largest = Math.max(largest, moved / deviations.get(column));
        }
        assertThat(largest).as("column %d", column).isCloseTo(0.2, Offset.offset(1e-3));
      }
    }
  }

  @Test
  void moreStepsAreStrongerThanOneAndOneIsStrongerThanChance() {
    assertOrder(TestDetectors.images(), TestData.images("strokes:size=60", 16), 0.05);
    assertOrder(TestDetectors.series(), TestData.open("heartbeats:inverted-t,size=60"), 0.1);
    assertOrder(TestDetectors.table(), shifted(TestDetectors.table().normal()), 0.1);
  }

  private static void assertOrder(TestDetectors trained, Dataset strangers, double epsilon) {
    for (Direction direction : Direction.values()) {
      MemoryDataset data =
          direction == Direction.LOOK_NORMAL ? strangers.inMemory() : trained.normal();
      double sign = direction == Direction.LOOK_NORMAL ? -1 : 1;
      double before = sign * mean(scores(trained, data));
      double chance = sign * mean(scores(trained, randomSigns(trained, data, epsilon)));
      double one =
          sign
              * mean(scores(trained, attack(trained, data, AttackMethod.FGSM, direction, epsilon)));
      double many =
          sign * mean(scores(trained, attack(trained, data, AttackMethod.PGD, direction, epsilon)));
      String place = "%s of %s".formatted(direction, data.name());
      assertThat(one).as(place).isGreaterThan(chance).isGreaterThan(before);
      assertThat(many).as(place).isGreaterThanOrEqualTo(one);
    }
  }

  private static MemoryDataset randomSigns(
      TestDetectors trained, MemoryDataset data, double epsilon) {
    Metadata metadata;
    try (Detector detector = trained.model().open()) {
      metadata = detector.metadata();
    }
    Random random = new Random(3);
    float[][] changed = new float[(int) data.size()][];
    for (int i = 0; i < changed.length; i++) {
      changed[i] = data.sample(i).clone();
      int groups = Math.max(1, metadata.deviations().size());
      for (int at = 0; at < changed[i].length; at++) {
        float unit =
            metadata.deviations().isEmpty()
                ? 1
                : metadata.deviations().get(at * groups / changed[i].length);
        float value = changed[i][at] + (float) (random.nextBoolean() ? epsilon : -epsilon) * unit;
        changed[i][at] = Math.max(metadata.range().min(), Math.min(metadata.range().max(), value));
      }
    }
    return MemoryDataset.of(data.name(), data.shape(), metadata.range(), changed);
  }

  private static MemoryDataset shifted(MemoryDataset table) {
    float[][] rows = new float[(int) table.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = table.sample(i).clone();
      rows[i][2] += 3;
    }
    return MemoryDataset.of("shifted", table.shape(), Range.ANY, rows);
  }

  /** Judged by ONNX Runtime, whose rounding the attack does not know. */
  @Test
  void noSampleIsWorseOffThanWithoutAttack() {
    TestDetectors trained = TestDetectors.series();
    double[] before = scores(trained, trained.normal());
    for (AttackMethod method : METHODS) {
      // So far that a step often overshoots.
      MemoryDataset changed = attack(trained, trained.normal(), method, Direction.LOOK_NORMAL, 2);
      double[] after = scores(trained, changed);
      for (int i = 0; i < before.length; i++) {
        assertThat(after[i]).isLessThanOrEqualTo(before[i] * (1 + 1e-4));
      }
    }
  }

  /** In double precision, where rounding turns the sign of no slope. */
  @Test
  void aSampleIsChangedAlikeInAnyBatch() {
    TestDetectors trained = TestDetectors.images();
    MemoryDataset normal = trained.normal();
    Attack attack = new Attack(AttackMethod.PGD, Direction.LOOK_STRANGE, 0.05, 1);
    try (TorchGraph graph = load(trained, Compute.exact());
        Detector detector = trained.model().open()) {
      AtomicLong done = new AtomicLong();
      MemoryDataset together =
          new Attacker(graph, detector.metadata(), 60).attack(normal, attack, done::addAndGet);
      MemoryDataset apart =
          new Attacker(graph, detector.metadata(), 7).attack(normal, attack, done::addAndGet);
      for (int i = 0; i < normal.size(); i++) {
        assertThat(apart.sample(i)).containsExactly(together.sample(i), Offset.offset(1e-6f));
      }
      assertThat(done.get()).isEqualTo(120);
    }
  }

  @Test
  void theSeedDecidesWhereASampleStarts() {
    TestDetectors trained = TestDetectors.images();
    Dataset few = trained.normal().first(5);
    try (TorchGraph graph = load(trained, CPU);
        Detector detector = trained.model().open()) {
      Attacker attacker = new Attacker(graph, detector.metadata());
      Attack attack = new Attack(AttackMethod.pgd(2), Direction.LOOK_STRANGE, 0.05, 1);
      Attack other = new Attack(AttackMethod.pgd(2), Direction.LOOK_STRANGE, 0.05, 2);
      float[] first = attacker.attack(few, attack, done -> {}).sample(0);
      assertThat(attacker.attack(few, attack, done -> {}).sample(0)).isEqualTo(first);
      assertThat(attacker.attack(few, other, done -> {}).sample(0)).isNotEqualTo(first);
    }
  }

  /** Their nearest training sample is at a distance of zero, or of what rounding makes of it. */
  @Test
  void trainingSamplesAreAttackedToo() {
    TestDetectors trained = TestDetectors.table();
    MemoryDataset learned = TestData.table(300, 1);
    double[] before = scores(trained, learned);
    for (AttackMethod method : METHODS) {
      double[] after =
          scores(trained, attack(trained, learned, method, Direction.LOOK_STRANGE, 0.1));
      int higher = 0;
      for (int i = 0; i < before.length; i++) {
        higher += after[i] > before[i] ? 1 : 0;
      }
      assertThat(higher).isGreaterThan(280);
    }
  }

  /** The slope of a power with a broken exponent is infinite at zero, that of a square zero. */
  @Test
  void whereASlopeIsNoNumberAStepLeadsNowhere() {
    OnnxGraph length = new OnnxGraph();
    String x = length.input("x", 2);
    String squares = length.rowSum(length.mul(x, x));
    String score = length.node("Pow", squares, length.constant(0.5));
    length.output("score", length.node("Squeeze", score, length.integers(1)));
    Metadata metadata =
        Metadata.of(Shape.of(2), Range.ANY)
            .energies(List.of("length"))
            .parts(List.of("length"))
            .build();
    Dataset origin = MemoryDataset.of("origin", Shape.of(2), Range.ANY, new float[2]);
    try (TorchGraph graph = TorchGraph.load(length.toModel("test", Map.of()), CPU, "length")) {
      Attacker attacker = new Attacker(graph, metadata);
      Attack step = new Attack(AttackMethod.FGSM, Direction.LOOK_STRANGE, 0.1, 1);
      assertThat(attacker.attack(origin, step, done -> {}).sample(0)).containsExactly(0, 0);
      Attack steps = new Attack(AttackMethod.PGD, Direction.LOOK_STRANGE, 0.1, 1);
      for (float value : attacker.attack(origin, steps, done -> {}).sample(0)) {
        assertThat(Math.abs(value)).isEqualTo(0.1f);
      }
    }
  }

  @Test
  void samplesThatDoNotFitAreRefused() {
    TestDetectors trained = TestDetectors.images();
    Dataset rows = MemoryDataset.of("rows", Shape.of(256), Range.UNIT, new float[256]);
    assertThatThrownBy(() -> attack(trained, rows, AttackMethod.FGSM, Direction.LOOK_NORMAL, 0.1))
        .isInstanceOf(DataException.class)
        .hasMessage("rows has samples of 256, the detector expects 1x16x16");
    float[] bright = new float[256];
    bright[3] = 2;
    Dataset grey = MemoryDataset.of("grey", Shape.image(1, 16, 16), Range.GREY_LEVELS, bright);
    assertThatThrownBy(() -> attack(trained, grey, AttackMethod.FGSM, Direction.LOOK_NORMAL, 0.1))
        .isInstanceOf(DataException.class)
        .hasMessage("sample 0 of grey has the value 2.0, outside of [0, 1]");
  }

  @Test
  void senselessAttacksAreRefused() {
    assertThatThrownBy(() -> new Attack(AttackMethod.FGSM, Direction.LOOK_NORMAL, -1, 0))
        .isInstanceOf(DataException.class)
        .hasMessage("epsilon is -1.0; it must be 0 or more");
    assertThatThrownBy(() -> new Attack(AttackMethod.FGSM, Direction.LOOK_NORMAL, Double.NaN, 0))
        .isInstanceOf(DataException.class);
    assertThatThrownBy(() -> AttackMethod.pgd(0)).isInstanceOf(DataException.class);
  }
}
