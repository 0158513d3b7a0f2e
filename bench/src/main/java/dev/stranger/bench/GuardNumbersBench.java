package dev.stranger.bench;

import dev.stranger.Dataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Preparation;
import dev.stranger.score.Detector;
import dev.stranger.score.ModelInput;
import dev.stranger.train.Guard;
import dev.stranger.train.GuardOptions;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.guard.ForeignModel;
import dev.stranger.train.loop.TrainListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How well a guarded network tells strangers: AUROC and FPR95 of the score and of each energy, over
 * three seeds. Arguments: {@code photographs} for MobileNet v3 and the first 3,000 pictures of
 * CIFAR-10's first batch, or {@code digits} for a classifier of MNIST and four fifths of MNIST's
 * test set; then the network.
 */
public final class GuardNumbersBench {

  private static final int SEEDS = 3;
  private static final int LEARNT = 3_000;
  private static final int JUDGED = 2_000;
  private static final int PARTS = 5;

  /**
   * @param learnt to guard the network with
   * @param normal to judge
   * @param strangers sets of them, by name
   */
  private record Task(
      ModelInput input, Dataset learnt, Dataset normal, Map<String, Dataset> strangers) {}

  private static final Catalogue CATALOGUE =
      new Catalogue(DataFolders.standard(null, System.getenv()));

  private GuardNumbersBench() {}

  public static void main(String[] args) {
    ForeignModel network = ForeignModel.read(Path.of(args[1]));
    String input = network.inputs().get(0).name();
    Task task =
        switch (args[0]) {
          case "photographs" -> photographs(input);
          case "digits" -> digits(input);
          default -> throw new IllegalArgumentException("give photographs or digits: " + args[0]);
        };
    RankTable table = new RankTable();
    for (int seed = 0; seed < SEEDS; seed++) {
      TrainOptions training = TrainOptions.DEFAULT.withSeed(seed);
      GuardOptions options = GuardOptions.of(task.input()).with(training);
      try (Detector detector =
          Guard.fit(network, task.learnt(), options, TrainListener.NONE).open()) {
        judge(detector, task, table);
      }
    }
    table.print();
  }

  private static Task photographs(String input) {
    Shape shape = Shape.image(3, 244, 244);
    ModelInput imagenet =
        ModelInput.of(input)
            .withValues(1, List.of(0.485f, 0.456f, 0.406f), List.of(0.229f, 0.224f, 0.225f));
    String folder = System.getenv("STRANGER_DATA") + "/cifar10/";
    return new Task(
        imagenet,
        open(folder + "data_batch_1.bin", shape).first(LEARNT),
        open(folder + "test_batch.bin", shape).first(JUDGED),
        strangers(shape, "svhn:test", "fashion-mnist:test", "mnist:test"));
  }

  /** Every fifth digit is judged: the first half of the set was written by other people. */
  private static Task digits(String input) {
    Shape shape = Shape.image(1, 28, 28);
    Dataset all = open("mnist:test", shape);
    return new Task(
        ModelInput.of(input).withValues(1, List.of(0.1307f), List.of(0.3081f)),
        all.where(i -> i % PARTS != 0),
        all.where(i -> i % PARTS == 0),
        strangers(shape, "fashion-mnist:test", "strokes", "noise", "svhn:test"));
  }

  private static Map<String, Dataset> strangers(Shape shape, String... names) {
    Map<String, Dataset> sets = new LinkedHashMap<>();
    for (String name : names) {
      sets.put(name, open(name, shape).first(JUDGED));
    }
    return sets;
  }

  private static Dataset open(String data, Shape shape) {
    return Preparation.toFit(CATALOGUE.open(data, DataOptions.DEFAULT), shape, Range.UNIT);
  }

  private static void judge(Detector detector, Task task, RankTable table) {
    List<Verdict> normal = verdicts(detector, task.normal());
    System.out.printf(
        "of normal samples %.1f %% are flagged%n",
        100.0 * normal.stream().filter(Verdict::ood).count() / normal.size());
    task.strangers()
        .forEach(
            (name, set) -> {
              List<Verdict> strange = verdicts(detector, set);
              table.add(name, "witnesses", of(normal, Verdict::score), of(strange, Verdict::score));
              for (String energy : detector.metadata().energies()) {
                ToDoubleFunction<Verdict> own = verdict -> verdict.energies().of(energy);
                table.add(name, energy, of(normal, own), of(strange, own));
              }
            });
  }

  private static List<Verdict> verdicts(Detector detector, Dataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(data, (batch, some) -> verdicts.addAll(some));
    return verdicts;
  }

  private static double[] of(List<Verdict> verdicts, ToDoubleFunction<Verdict> number) {
    return verdicts.stream().mapToDouble(number).toArray();
  }
}
