package dev.stranger.paper;

import dev.stranger.Shape;
import dev.stranger.metric.Summary;
import dev.stranger.paper.CurveFigure.Line;
import dev.stranger.paper.CurveFigure.Spacing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Results such as a run makes, from a seed: about the published figures where there are some. */
record GeneratedResults(int seeds) {

  private static final String NORMAL = "fashion-mnist";
  private static final String BEATS = "ecg5000";
  private static final List<String> STRANGERS = List.of("mnist", "dsprites", "svhn", "cifar10");

  static final RunFacts FACTS =
      new RunFacts(
          "0.1.0",
          "stranger paper all --quick --report report",
          Map.of("epochs", "3", "seeds", "2", "device", "auto", "figures", "true"),
          "NVIDIA H200",
          Instant.parse("2026-01-02T03:04:05Z"),
          "17.0.10",
          "2.10.0",
          Map.of(
              "fashion-mnist:train",
                  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
              "mnist:test", "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"),
          Map.of("mnist/t10k-images-idx3-ubyte.gz", "8d422c7b, verified"),
          List.of("svhn: 10,000 of the 26,032 samples of the whole set", "a second caveat"),
          List.of(
              new ModelFacts(
                  "st-rkm",
                  List.of(MethodName.FULL_ENERGY, MethodName.KPCA_ERROR),
                  List.of(0L, 1L, 2L),
                  1600,
                  "cuda:0 NVIDIA H200",
                  "fashion-mnist:train",
                  "TrainOptions[...]"),
              new ModelFacts("st-rkm-10-epochs", List.of(), List.of(0L), 10, "cuda:0", "", "")));

  Results results() {
    Random random = new Random(5);
    List<Result> results = new ArrayList<>();
    for (MethodName method : MethodName.values()) {
      for (String out : STRANGERS) {
        add(results, PaperTable.TABLE1, method, NORMAL, out, random);
        add(results, PaperTable.TABLE2, method, NORMAL, out, random);
        add(results, PaperTable.MMD_WD, method, NORMAL, out, random);
      }
      add(results, PaperTable.TABLE3, method, BEATS, BEATS, random);
      add(
          results,
          PaperTable.TABLE3,
          method,
          "ecg5000:test-normal",
          "ecg5000:test-abnormal",
          random);
      add(results, PaperTable.SAME, method, NORMAL, NORMAL, random);
      add(results, PaperTable.PHOTOS, method, "cifar10", "svhn", random);
    }
    return new Results(
        results,
        FACTS,
        Departure.ALL,
        List.of("A quick run: 2,000 images of each set, 3 epochs."),
        "");
  }

  private void add(
      List<Result> results,
      PaperTable table,
      MethodName method,
      String in,
      String out,
      Random random) {
    List<PaperMetric> metrics = new ArrayList<>(table.metrics());
    if (table == PaperTable.TABLE1) {
      metrics.add(PaperMetric.AUPR_OUT);
    }
    for (PaperMetric metric : metrics) {
      double centre =
          Published.find(table, method, in, out, metric)
              .map(figure -> figure.mean().doubleValue())
              .orElse((metric.isPercent() ? 100 : 1) * random.nextDouble());
      double spread = (metric.isPercent() ? 2 : 0.03) * random.nextDouble();
      double[] values =
          DoubleStream.generate(() -> Math.max(0, centre + spread * random.nextGaussian()))
              .map(value -> metric.isPercent() ? Math.min(100, value) : value)
              .limit(seeds)
              .toArray();
      results.add(
          Result.of(table, method, in, out, metric, Summary.of(values), epochs(method), "cuda"));
    }
  }

  private static int epochs(MethodName method) {
    return method.compareTo(MethodName.VRAE) > 0 ? 0 : 1600;
  }

  static Figures figures() {
    Random random = new Random(6);
    List<DensityFigure> densities = new ArrayList<>();
    List<DensityFigure> same = new ArrayList<>();
    for (MethodName method : MethodName.values()) {
      for (int i = 0; i < STRANGERS.size(); i++) {
        densities.add(density(method, STRANGERS.get(i), i * 1.1, random));
      }
      same.add(density(method, NORMAL, 0.1, random));
    }
    List<FlaggedSamples> flagged =
        List.of(
            flagged("fashion-mnist:test", Shape.image(1, 28, 28), 10, random),
            flagged("mnist:test", Shape.image(1, 28, 28), 7, random),
            flagged("cifar10:test", Shape.image(3, 32, 32), 20, random));
    return new Figures(densities, same, flagged, curves());
  }

  private static DensityFigure density(MethodName method, String set, double shift, Random random) {
    double width = 0.2 + random.nextDouble();
    return new DensityFigure(
        method, set, scores(800, 0, 0.4, random), scores(800, shift, width, random));
  }

  private static double[] scores(int count, double shift, double width, Random random) {
    return DoubleStream.generate(() -> Math.exp(shift + width * random.nextGaussian()))
        .limit(count)
        .toArray();
  }

  private static FlaggedSamples flagged(String set, Shape shape, int count, Random random) {
    return new FlaggedSamples(
        set, shape, IntStream.range(0, count).mapToObj(i -> blob(shape, random)).toList());
  }

  private static float[] blob(Shape shape, Random random) {
    float[] image = new float[shape.size()];
    double x = shape.width() * random.nextDouble();
    double y = shape.height() * random.nextDouble();
    for (int i = 0; i < image.length; i++) {
      double dx = i % shape.width() - x;
      double dy = i / shape.width() % shape.height() - y;
      image[i] = (float) Math.exp(-(dx * dx + dy * dy) / 60);
    }
    return image;
  }

  private static List<CurveFigure> curves() {
    double[] lambda = {0.01, 0.1, 1, 10, 100, 1000, 10000};
    double[] epochs = {10, 50, 100, 200, 400, 800, 1600};
    double[] epsilon = {0, 0.01, 0.02, 0.05, 0.1, 0.2};
    return List.of(
        new CurveFigure(
            "Weight of the reconstruction loss",
            "lambda",
            Spacing.LOG,
            "AUROC %",
            List.of(
                line("MNIST", lambda, 70, 6, 2),
                line("dSprites", lambda, 60, 5, 3),
                line("SVHN", lambda, 90, 1, 1),
                line("CIFAR-10", lambda, 92, 1.2, 0.5))),
        new CurveFigure(
            "Epochs of training",
            "epochs",
            Spacing.LOG,
            "AUROC %",
            List.of(
                line("kPCA error", epochs, 99, -0.8, 0), line("full energy", epochs, 80, 2, 0))),
        new CurveFigure(
            "Strangers made to look normal",
            "epsilon",
            Spacing.LINEAR,
            "AUROC %",
            List.of(line("FGSM", epsilon, 99, -6, 2), line("PGD", epsilon, 99, -16, 1))));
  }

  private static Line line(String name, double[] x, double start, double step, double deviation) {
    double[] mean = new double[x.length];
    Arrays.setAll(mean, i -> start + step * i);
    double[] deviations = new double[deviation == 0 ? 0 : x.length];
    Arrays.fill(deviations, deviation);
    return new Line(name, x, mean, deviations);
  }
}
