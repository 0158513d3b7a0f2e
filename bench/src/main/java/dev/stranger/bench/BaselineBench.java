package dev.stranger.bench;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.baseline.Baseline;
import dev.stranger.baseline.Baselines;
import dev.stranger.baseline.IsolationForest;
import dev.stranger.baseline.KernelDensity;
import dev.stranger.baseline.NearestNeighbours;
import dev.stranger.baseline.PcaResidual;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.metric.RankMetrics;
import dev.stranger.prepare.Preparation;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * How long the baselines take to fit 60,000 garments of Fashion-MNIST and to judge 10,000 samples,
 * and how well they do; needs STRANGER_DATA. The rival of the nearest neighbours is EJML's product
 * of the same two matrices alone, on as many cores.
 */
public final class BaselineBench {

  private static final Catalogue CATALOGUE =
      new Catalogue(DataFolders.standard(null, System.getenv()));

  private static final List<String> STRANGERS = List.of("mnist:test", "svhn:test", "cifar10:test");

  private static final int ROWS = 256;

  private BaselineBench() {}

  public static void main(String[] args) {
    Dataset garments = prepared("fashion-mnist:train");
    long start = System.nanoTime();
    Baselines baselines = Baselines.fit(garments);
    System.out.printf("reading and fitting %,d: %.2f s%n", garments.size(), seconds(start));
    timeFits(garments.inMemory());
    Dataset normal = fitting("fashion-mnist:test", garments);
    List<Dataset> strangers = STRANGERS.stream().map(name -> fitting(name, garments)).toList();
    for (Baseline baseline : baselines.fitted()) {
      double[] in = judge(baseline, normal);
      strangers.forEach(stranger -> compare(in, judge(baseline, stranger)));
    }
    compareWithEjml(garments, normal.first(8 * ROWS).inMemory());
  }

  private static void timeFits(MemoryDataset garments) {
    fit("PCA residual", () -> PcaResidual.fit(garments, PcaResidual.PAPER_SHARE));
    fit("nearest neighbours", () -> NearestNeighbours.fit(garments));
    fit("kernel density", () -> KernelDensity.fit(garments));
    fit("isolation forest", () -> IsolationForest.fit(garments, 0));
  }

  private static void fit(String title, Supplier<Baseline> fit) {
    long start = System.nanoTime();
    fit.get();
    System.out.printf("fitting %-20s %.2f s%n", title, seconds(start));
  }

  private static Dataset prepared(String name) {
    return Preparation.forTraining(CATALOGUE.open(name, DataOptions.DEFAULT));
  }

  private static Dataset fitting(String name, Dataset like) {
    Dataset data = CATALOGUE.open(name, DataOptions.DEFAULT).first(10_000);
    return Preparation.toFit(data, like.shape(), like.range()).inMemory();
  }

  private static double[] judge(Baseline baseline, Dataset data) {
    long start = System.nanoTime();
    double[] scores = baseline.score(data);
    System.out.printf(
        "%-22s %-20s %8.0f samples/s%n",
        baseline.title(), data.name(), scores.length / seconds(start));
    return scores;
  }

  private static void compare(double[] in, double[] out) {
    RankMetrics metrics = RankMetrics.of(in, out);
    System.out.printf(
        "%43s FPR95 %.2f %%, AUROC %.2f %%%n", "", 100 * metrics.fpr95(), 100 * metrics.auroc());
  }

  private static void compareWithEjml(Dataset garments, MemoryDataset samples) {
    MemoryDataset references = garments.spread(NearestNeighbours.MOST_REFERENCES).inMemory();
    NearestNeighbours neighbours = NearestNeighbours.fit(references);
    DMatrixRMaj a = matrix(samples);
    DMatrixRMaj b = CommonOps_DDRM.transpose(matrix(references), null);
    double ours = bestSeconds(() -> neighbours.score(samples));
    double product = bestSeconds(() -> multiply(a, b));
    System.out.printf(
        "neighbours of %,d: %.2f s; EJML's product alone %.2f s%n", samples.size(), ours, product);
  }

  /** Some rows at a time, for as many threads as there are cores. */
  private static void multiply(DMatrixRMaj a, DMatrixRMaj b) {
    IntStream.range(0, a.numRows / ROWS)
        .parallel()
        .forEach(
            i -> {
              int from = i * ROWS;
              DMatrixRMaj rows = CommonOps_DDRM.extract(a, from, from + ROWS, 0, a.numCols);
              CommonOps_DDRM.mult(rows, b, new DMatrixRMaj(ROWS, b.numCols));
            });
  }

  private static double bestSeconds(Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < 5; round++) {
      long start = System.nanoTime();
      work.run();
      best = Math.min(best, seconds(start));
    }
    return best;
  }

  private static DMatrixRMaj matrix(MemoryDataset data) {
    DMatrixRMaj matrix = new DMatrixRMaj((int) data.size(), data.shape().size());
    for (int row = 0; row < matrix.numRows; row++) {
      for (int column = 0; column < matrix.numCols; column++) {
        matrix.set(row, column, data.sample(row)[column]);
      }
    }
    return matrix;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) * 1e-9;
  }
}
