package dev.stranger.paper.experiment;

import static dev.stranger.paper.MethodName.AE_LOSS;
import static dev.stranger.paper.MethodName.FULL_ENERGY;
import static dev.stranger.paper.MethodName.FULL_ENERGY_PUBLISHED;
import static dev.stranger.paper.MethodName.GAN;
import static dev.stranger.paper.MethodName.GAN_PUBLISHED;
import static dev.stranger.paper.MethodName.HENDRYCKS2017;
import static dev.stranger.paper.MethodName.HENDRYCKS2019;
import static dev.stranger.paper.MethodName.ISOLATION_FOREST;
import static dev.stranger.paper.MethodName.KERNEL_DENSITY;
import static dev.stranger.paper.MethodName.KPCA_ERROR;
import static dev.stranger.paper.MethodName.LEE2018;
import static dev.stranger.paper.MethodName.LEE2018_LOGITS;
import static dev.stranger.paper.MethodName.LIANG2018;
import static dev.stranger.paper.MethodName.LIU2020;
import static dev.stranger.paper.MethodName.LIU2020_FINETUNED;
import static dev.stranger.paper.MethodName.LIU2020_TEMPERATURE;
import static dev.stranger.paper.MethodName.NEG_CORR;
import static dev.stranger.paper.MethodName.NEIGHBOURS;
import static dev.stranger.paper.MethodName.ONE_SCORE;
import static dev.stranger.paper.MethodName.PCA;
import static dev.stranger.paper.MethodName.PCA_PUBLISHED;
import static dev.stranger.paper.MethodName.ROBUST_RKM;
import static dev.stranger.paper.MethodName.ST_RKM_CONTAMINATED;
import static dev.stranger.paper.MethodName.VAE;
import static dev.stranger.paper.MethodName.VAE_ELBO;
import static dev.stranger.paper.MethodName.VAE_LIKELIHOOD;
import static dev.stranger.paper.MethodName.VAE_PUBLISHED;
import static dev.stranger.paper.MethodName.VRAE;

import dev.stranger.Shape;
import dev.stranger.data.Contaminated;
import dev.stranger.paper.MethodName;
import dev.stranger.train.CalibrationOptions;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.baseline.Classifier;
import dev.stranger.train.baseline.ClassifierEnergy;
import dev.stranger.train.baseline.Density;
import dev.stranger.train.baseline.Exposure;
import dev.stranger.train.baseline.Forest;
import dev.stranger.train.baseline.Gan;
import dev.stranger.train.baseline.Neighbours;
import dev.stranger.train.baseline.Pca;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.baseline.Vae;
import dev.stranger.train.baseline.VaeEnergy;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.method.Method;
import dev.stranger.train.rkm.RobustRkm;
import dev.stranger.train.rkm.StRkm;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The models of the paper's tables and how each is trained: as published where that is known. */
final class Entrants {

  /** Few, for the paper learns from all; p-values play no part in its tables. */
  private static final double HELD_OUT = 0.02;

  /** What has no epochs need not be learnt again for another number of them. */
  private static final int NO_EPOCHS = 1;

  /** Whoever mixes digits in is always the same. */
  private static final long MIXING_SEED = 0;

  /** What an St-RKM computes for a sample. */
  private static final Map<MethodName, String> ENERGIES =
      Map.of(
          FULL_ENERGY, "full_energy",
          KPCA_ERROR, "kpca_error",
          AE_LOSS, "ae_loss",
          NEG_CORR, "neg_corr");

  private final PaperOptions options;
  private final PaperSets sets;

  Entrants(PaperOptions options, PaperSets sets) {
    this.options = options;
    this.sets = sets;
  }

  /** Those with a row that is wanted. */
  List<Entrant> ofImages() {
    Vae vae =
        Vae.DEFAULT.withEnergies(
            VaeEnergy.RECONSTRUCTION_ERROR, VaeEnergy.NEGATIVE_ELBO, VaeEnergy.NEGATIVE_LIKELIHOOD);
    return wanted(
        oneScore(),
        withEpochs(options.effort().epochs()),
        image("classifier", classifier(), ofClassifier()),
        image("liu2020-finetuned", finetuned(), Map.of(LIU2020_FINETUNED, "energy")),
        image("outlier-exposure", exposed(), Map.of(HENDRYCKS2019, "max_softmax")),
        image(
            "vae",
            vae,
            Map.of(
                VAE, "reconstruction_error",
                VAE_ELBO, "negative_elbo",
                VAE_LIKELIHOOD, "negative_likelihood")),
        image(
            "vae-published",
            Vae.DEFAULT.withPublishedWeighting(),
            Map.of(VAE_PUBLISHED, "reconstruction_error")),
        image("gan", Gan.DEFAULT, ofGan()),
        garments("pca", new Pca(false), PCA),
        garments("pca-published", new Pca(true), PCA_PUBLISHED),
        garments("kernel-density", new Density(), KERNEL_DENSITY),
        garments("isolation-forest", new Forest(), ISOLATION_FOREST),
        garments("neighbours", new Neighbours(), NEIGHBOURS));
  }

  /** The default recipe with its energies, and what takes no training. */
  List<Entrant> ofPhotographs() {
    Map<MethodName, String> rows = new EnumMap<>(ENERGIES);
    rows.putAll(score(ONE_SCORE));
    PaperSet training = sets.trainingPhotographs();
    return wanted(
        new Entrant("one-score-photos", training, ours(options.effort().epochs()), rows),
        baseline("pca-photos", training, new Pca(false), PCA),
        baseline("kernel-density-photos", training, new Density(), KERNEL_DENSITY),
        baseline("isolation-forest-photos", training, new Forest(), ISOLATION_FOREST),
        baseline("neighbours-photos", training, new Neighbours(), NEIGHBOURS));
  }

  Entrant oneScore() {
    return new Entrant(
        "one-score", sets.trainingGarments(), ours(options.effort().epochs()), score(ONE_SCORE));
  }

  /** An St-RKM as published but for lambda. */
  Entrant withLambda(int lambda, int epochs) {
    TrainOptions paper = published(PaperSets.IMAGE, epochs);
    TrainOptions changed = paper.with(paper.objective().withLambda(lambda));
    return lambda == paper.objective().lambda()
        ? withEpochs(epochs)
        : stRkm("st-rkm-lambda-" + lambda, changed, sets.trainingGarments());
  }

  /** An St-RKM as published but for its epochs. */
  Entrant withEpochs(int epochs) {
    return stRkm("st-rkm", published(PaperSets.IMAGE, epochs), sets.trainingGarments());
  }

  /** Nobody else needs the digits that are mixed in. */
  List<Entrant> ofContaminatedImages() {
    if (Collections.disjoint(options.methods(), Set.of(ROBUST_RKM, ST_RKM_CONTAMINATED))) {
      return List.of();
    }
    PaperSet mixed = contaminated();
    return wanted(
        robust("robust-rkm", mixed, new RobustRkm(options.contamination()), ROBUST_RKM),
        robust("st-rkm-contaminated", mixed, new StRkm(), ST_RKM_CONTAMINATED));
  }

  private Entrant robust(String name, PaperSet mixed, Method method, MethodName row) {
    return new Entrant(name, mixed, baseline(name).with(method), Map.of(row, "kpca_error"));
  }

  private PaperSet contaminated() {
    PaperSet normal = sets.trainingGarments();
    PaperSet digits = sets.outliers();
    double share = options.contamination();
    return normal.changed(
        data -> Contaminated.of(data, digits.data(), share, MIXING_SEED),
        "with %s of %s".formatted(share, digits.identity()));
  }

  /**
   * @param split tells models of the same kind apart
   */
  List<Entrant> ofHeartbeats(PaperSet training, String split) {
    Effort effort = options.effort();
    TrainOptions paper = published(PaperSets.HEARTBEAT, effort.seriesEpochs());
    TrainOptions baseline = published(PaperSets.HEARTBEAT, NO_EPOCHS);
    String end = "-ecg-" + split;
    Vae vrae = Vae.DEFAULT.withPublishedWeighting();
    return wanted(
        new Entrant("one-score" + end, training, ours(effort.seriesEpochs()), score(ONE_SCORE)),
        new Entrant("st-rkm" + end, training, paper, ENERGIES), // by batch is for images
        series("vrae" + end, training, paper.with(vrae), VRAE),
        new Entrant("gan" + end, training, withUsualScore(paper.with(Gan.DEFAULT)), ofGan()),
        series("pca" + end, training, baseline.with(new Pca(false)), PCA),
        series("kernel-density" + end, training, baseline.with(new Density()), KERNEL_DENSITY),
        series("isolation-forest" + end, training, baseline.with(new Forest()), ISOLATION_FOREST),
        series("neighbours" + end, training, baseline.with(new Neighbours()), NEIGHBOURS));
  }

  private static Entrant series(
      String name, PaperSet training, TrainOptions options, MethodName row) {
    return new Entrant(name, training, withUsualScore(options), score(row));
  }

  private static TrainOptions withUsualScore(TrainOptions options) {
    return options.with(options.calibration().withScore(CalibrationOptions.USUAL));
  }

  /** For the systems that the paper compares with. */
  private TrainOptions baseline(String name) {
    return published(PaperSets.IMAGE, options.effort().epochsOfBaseline(name));
  }

  private TrainOptions published(Shape shape, int epochs) {
    TrainOptions published = TrainOptions.paperFor(shape);
    return published
        .with(published.learning().withEpochs(epochs))
        .with(published.calibration().withShare(HELD_OUT))
        .withDevice(options.device());
  }

  /** The default recipe, which is not the paper's. */
  private TrainOptions ours(int epochs) {
    boolean whole = options.effort().wholeRecipe();
    return TrainOptions.DEFAULT
        .with(whole ? LearningOptions.DEFAULT : LearningOptions.DEFAULT.withEpochs(epochs))
        .withDevice(options.device());
  }

  private static Entrant stRkm(String name, TrainOptions paper, PaperSet training) {
    Map<MethodName, String> rows = new EnumMap<>(ENERGIES);
    rows.put(FULL_ENERGY_PUBLISHED, JudgedSet.BY_BATCH);
    return new Entrant(name, training, paper, rows);
  }

  private Entrant image(String name, Method method, Map<MethodName, String> rows) {
    return new Entrant(
        name, sets.trainingGarments(), withUsualScore(baseline(name).with(method)), rows);
  }

  private Entrant garments(String name, Method method, MethodName row) {
    return baseline(name, sets.trainingGarments(), method, row);
  }

  private Entrant baseline(String name, PaperSet training, Method method, MethodName row) {
    TrainOptions options = published(PaperSets.IMAGE, NO_EPOCHS).with(method);
    return new Entrant(name, training, withUsualScore(options), score(row));
  }

  private static Classifier classifier() {
    return Classifier.DEFAULT.withEnergies(ClassifierEnergy.values());
  }

  private static Map<MethodName, String> ofClassifier() {
    return Map.of(
        LIU2020, "energy",
        LIU2020_TEMPERATURE, "energy_temperature",
        HENDRYCKS2017, "max_softmax",
        LIANG2018, "odin",
        LEE2018, "mahalanobis",
        LEE2018_LOGITS, "mahalanobis_logits");
  }

  private static Map<MethodName, String> ofGan() {
    return Map.of(GAN, Entrant.SCORE, GAN_PUBLISHED, JudgedSet.GAN_PUBLISHED);
  }

  private Classifier finetuned() {
    return Classifier.DEFAULT.withExposure(Exposure.energyMargins(auxiliary()));
  }

  private Classifier exposed() {
    return Classifier.DEFAULT
        .withEnergies(ClassifierEnergy.MAX_SOFTMAX)
        .withExposure(Exposure.uniform(auxiliary()));
  }

  private Strangers auxiliary() {
    return options.auxiliary() == null
        ? Strangers.made()
        : Strangers.given(sets.auxiliary(options.auxiliary()).data());
  }

  private static Map<MethodName, String> score(MethodName row) {
    return Map.of(row, Entrant.SCORE);
  }

  /** With the rows that were asked for; those without any are left out. */
  private List<Entrant> wanted(Entrant... all) {
    return List.of(all).stream()
        .map(entrant -> entrant.withRows(wantedRows(entrant)))
        .filter(entrant -> !entrant.rows().isEmpty())
        .toList();
  }

  private Map<MethodName, String> wantedRows(Entrant entrant) {
    Map<MethodName, String> rows = new EnumMap<>(entrant.rows());
    rows.keySet().retainAll(options.methods());
    return rows;
  }
}
