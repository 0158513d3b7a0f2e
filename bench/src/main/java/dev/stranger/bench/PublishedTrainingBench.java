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
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.rkm.StRkm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Whether the default recipe should train U as the published code does: with the gradient of a
 * trace, and without the kPCA error in the last epoch. Learns from garments both ways, and compares
 * AUROC and FPR95 of the score and of the energies. Arguments: how many garments, and how many
 * seeds.
 */
public final class PublishedTrainingBench {

  private static final Shape SHAPE = Shape.image(1, 28, 28);
  private static final int JUDGED = 5_000;
  private static final List<String> STRANGERS = List.of("mnist:test", "svhn:test", "cifar10:test");

  private static final Catalogue CATALOGUE =
      new Catalogue(DataFolders.standard(null, System.getenv()));

  private PublishedTrainingBench() {}

  public static void main(String[] args) {
    Dataset garments = open("fashion-mnist:train").spread(Integer.parseInt(args[0])).inMemory();
    RankTable table = new RankTable();
    for (int seed = 0; seed < Integer.parseInt(args[1]); seed++) {
      for (StRkm method : List.of(new StRkm(false), new StRkm(true))) {
        TrainOptions options = TrainOptions.DEFAULT.with(method).withSeed(seed);
        try (Detector detector = Trainer.fit(garments, options, TrainListener.NONE).open()) {
          judge(detector, method, table);
        }
      }
    }
    table.print();
  }

  private static void judge(Detector detector, StRkm method, RankTable table) {
    List<Verdict> normal = verdicts(detector, "fashion-mnist:test");
    for (String set : STRANGERS) {
      List<Verdict> strange = verdicts(detector, set);
      table.add(
          set, method.key() + " score", of(normal, Verdict::score), of(strange, Verdict::score));
      for (String energy : List.of(StRkm.FULL_ENERGY, StRkm.KPCA_ERROR)) {
        ToDoubleFunction<Verdict> own = verdict -> verdict.energies().of(energy);
        table.add(set, method.key() + " " + energy, of(normal, own), of(strange, own));
      }
    }
  }

  private static Dataset open(String name) {
    return Preparation.toFit(CATALOGUE.open(name, DataOptions.DEFAULT), SHAPE, Range.UNIT);
  }

  private static List<Verdict> verdicts(Detector detector, String name) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(open(name).spread(JUDGED), (batch, some) -> verdicts.addAll(some));
    return verdicts;
  }

  private static double[] of(List<Verdict> verdicts, ToDoubleFunction<Verdict> number) {
    return verdicts.stream().mapToDouble(number).toArray();
  }
}
