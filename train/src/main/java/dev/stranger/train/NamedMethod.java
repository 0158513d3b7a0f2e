package dev.stranger.train;

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
import dev.stranger.train.guard.Embeddings;
import dev.stranger.train.method.Method;
import dev.stranger.train.rkm.RobustRkm;
import dev.stranger.train.rkm.StRkm;
import java.util.function.Function;

/** Every method by the name that commands use, with its usual settings. */
public enum NamedMethod {
  ST_RKM("Stiefel-restricted kernel machine, the usual one", given -> new StRkm()),
  ROBUST_RKM(
      "the same for data with strangers in it (Pandey 2020)",
      given -> new RobustRkm(given.contamination())),
  VAE("reconstruction error of a variational autoencoder (Kingma 2014)", given -> Vae.DEFAULT),
  VAE_LIKELIHOOD(
      "importance-weighted likelihood of it (Nalisnick 2019)",
      given -> Vae.DEFAULT.withEnergies(VaeEnergy.NEGATIVE_LIKELIHOOD)),
  GAN("discriminator of an adversarial network (Skvara 2018)", given -> Gan.DEFAULT),
  ENERGY("energy of a classifier (Liu 2020, Grathwohl 2020)", given -> Classifier.DEFAULT),
  ENERGY_FINETUNED(
      "the same, fine-tuned with strangers (Liu 2020)",
      given -> Classifier.DEFAULT.withExposure(Exposure.energyMargins(given.strangers()))),
  SOFTMAX(
      "softmax of a classifier (Hendrycks 2017)",
      given -> Classifier.DEFAULT.withEnergies(ClassifierEnergy.MAX_SOFTMAX)),
  ODIN(
      "softmax with temperature and perturbation (Liang 2018)",
      given -> Classifier.DEFAULT.withEnergies(ClassifierEnergy.ODIN)),
  MAHALANOBIS(
      "distance to the nearest class of a classifier (Lee 2018)",
      given ->
          Classifier.DEFAULT.withEnergies(
              ClassifierEnergy.MAHALANOBIS, ClassifierEnergy.MAHALANOBIS_LOGITS)),
  OUTLIER_EXPOSURE(
      "softmax, fine-tuned with strangers (Hendrycks 2019)",
      given ->
          Classifier.DEFAULT
              .withEnergies(ClassifierEnergy.MAX_SOFTMAX)
              .withExposure(Exposure.uniform(given.strangers()))),
  PCA("distance to the main principal components", given -> new Pca(false)),
  FEATURES("St-RKM and neighbours of features that a network gave", given -> new Embeddings()),
  NEIGHBOURS("distance to the fifth nearest training sample", given -> new Neighbours()),
  KERNEL_DENSITY("kernel density of the training samples", given -> new Density()),
  ISOLATION_FOREST("isolation forest (Liu, Ting and Zhou 2008)", given -> new Forest());

  /**
   * What some methods need.
   *
   * @param strangers to learn from
   * @param contamination share of strangers among the training samples
   */
  public record Given(Strangers strangers, double contamination) {}

  private final String summary;
  private final Function<Given, Method> maker;

  NamedMethod(String summary, Function<Given, Method> maker) {
    this.summary = summary;
    this.maker = maker;
  }

  /** What it is, in a few words. */
  public String summary() {
    return summary;
  }

  /** Whether it learns from strangers too. */
  public boolean takesStrangers() {
    return this == ENERGY_FINETUNED || this == OUTLIER_EXPOSURE;
  }

  /** Whether it expects strangers among the training samples. */
  public boolean takesContamination() {
    return this == ROBUST_RKM;
  }

  public Method make(Given given) {
    return maker.apply(given);
  }
}
