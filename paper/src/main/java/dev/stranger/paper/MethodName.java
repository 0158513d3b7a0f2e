package dev.stranger.paper;

import dev.stranger.DataException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The methods of the experiments, in the order of every table. */
public enum MethodName {
  ONE_SCORE(
      "one_score",
      "One score of Stranger",
      Learns.UNSUPERVISED,
      "The detector's own score: a neighbour distance over all statistics of the St-RKM.",
      "some sixty candidates were compared on these very sets before it was chosen"),
  FULL_ENERGY(
      "full_energy",
      "St-RKM full energy",
      Learns.UNSUPERVISED,
      "The paper's E_FullEnergy: kPCA error plus weighted reconstruction loss.",
      """
      the published scores divide the loss by the size of the batch that a sample arrives in, \
      which is the row by batch; the paper's figures stand beside both"""),
  FULL_ENERGY_PUBLISHED(
      "full_energy_published",
      "St-RKM full energy, by batch",
      Learns.UNSUPERVISED,
      """
      The same as the published code scores it: the loss divided by the size of the batch, 256 and \
      for the last samples of a set fewer, whose scores are then many times too large."""),
  KPCA_ERROR(
      "kpca_error",
      "St-RKM kPCA error",
      Learns.UNSUPERVISED,
      "The paper's E_kPCAError: squared distance of the features to their subspace."),
  AE_LOSS(
      "ae_loss",
      "St-RKM reconstruction loss",
      Learns.UNSUPERVISED,
      "E_AELoss of the paper's appendix: the reconstruction loss alone."),
  NEG_CORR(
      "neg_corr",
      "St-RKM negative correlation",
      Learns.UNSUPERVISED,
      "E_NegCorr of the paper's appendix: the energy's middle term alone."),
  LIU2020(
      "energy",
      "Energy (Liu, Grathwohl 2020)",
      Learns.LABELS,
      """
      Negative log-sum-exp of a classifier's logits: Liu et al. 2020 with temperature 1, which is \
      the formula of Grathwohl et al. 2020."""),
  LIU2020_TEMPERATURE(
      "energy_temperature",
      "Energy, temperature (Liu)",
      Learns.LABELS,
      "The same with a temperature (Liu et al. 2020)."),
  LIU2020_FINETUNED(
      "energy_finetuned",
      "Energy, fine-tuned (Liu)",
      Learns.LABELS_AND_STRANGERS,
      "The same after fine-tuning with hinge losses on the energy (Liu et al. 2020)."),
  HENDRYCKS2017(
      "softmax",
      "Softmax (Hendrycks 2017)",
      Learns.LABELS,
      "Largest class probability, negated (Hendrycks and Gimpel 2017)."),
  LIANG2018(
      "odin",
      "ODIN (Liang 2018)",
      Learns.LABELS,
      "Largest class probability with a temperature and a perturbed input (Liang et al. 2018)."),
  LEE2018(
      "mahalanobis",
      "Mahalanobis (Lee 2018)",
      Learns.LABELS,
      "Mahalanobis distance to the nearest class on the penultimate features (Lee et al. 2018)."),
  LEE2018_LOGITS(
      "mahalanobis_logits",
      "Mahalanobis, logits (Lee)",
      Learns.LABELS,
      "The same on the logits, which is how the paper writes it."),
  HENDRYCKS2019(
      "outlier_exposure",
      "Outlier Exposure (Hendrycks)",
      Learns.LABELS_AND_STRANGERS,
      "Largest class probability after Outlier Exposure (Hendrycks et al. 2019)."),
  VAE(
      "vae",
      "VAE reconstruction error",
      Learns.UNSUPERVISED,
      "Variational autoencoder (Kingma and Welling 2014), scored as in Skvara et al. 2018.",
      """
      the published VAE weighted the divergence in another way, which is the row of the published \
      weighting; its figures stand beside both"""),
  VAE_ELBO(
      "vae_elbo",
      "VAE ELBO",
      Learns.UNSUPERVISED,
      "Negative evidence lower bound of the same model (Kingma and Welling 2014)."),
  VAE_LIKELIHOOD(
      "vae_likelihood",
      "VAE likelihood (Nalisnick)",
      Learns.UNSUPERVISED,
      """
      Negative importance-weighted log-likelihood of the same model, as Nalisnick et al. 2019 \
      examine it."""),
  VAE_PUBLISHED(
      "vae_published",
      "VAE, published weighting",
      Learns.UNSUPERVISED,
      "Reconstruction error with the divergence weighted as in the published code."),
  GAN(
      "gan",
      "GAN (Skvara 2018)",
      Learns.UNSUPERVISED,
      "Discriminator of a generative adversarial network, scored as in Skvara et al. 2018.",
      """
      the published code mixes in the distance to generated samples (lambda 0.2); the row of the \
      published lambda does so, where it was measured"""),
  GAN_PUBLISHED(
      "gan_published",
      "GAN, published lambda",
      Learns.UNSUPERVISED,
      """
      The same GAN with lambda 0.2, as in the published code; the distance is the mean over five \
      generated samples, which are the same for all samples."""),
  VRAE(
      "vrae",
      "VRAE (Fabius 2015)",
      Learns.UNSUPERVISED,
      "Reconstruction error of a variational recurrent autoencoder (Fabius et al. 2015)."),
  PCA(
      "pca",
      "PCA",
      Learns.UNSUPERVISED,
      "Squared residual without the components under 2 % of the variance (Jolliffe 1986).",
      """
      the paper's column comes from a slip in its code, so its figures stand beside the row that \
      repeats the slip and none beside the correct one"""),
  PCA_PUBLISHED(
      "pca_published",
      "PCA with the published slip",
      Learns.UNSUPERVISED,
      "The first rows of the matrix of eigenvectors taken for its first columns."),
  ROBUST_RKM(
      "robust_rkm",
      "Robust RKM (Pandey 2020)",
      Learns.UNSUPERVISED,
      """
      Weighted conjugate feature duality (Pandey et al. 2020), learned from garments with a known \
      share of MNIST's digits among them; its kPCA error."""),
  ST_RKM_CONTAMINATED(
      "st_rkm_contaminated",
      "St-RKM, contaminated set",
      Learns.UNSUPERVISED,
      "The St-RKM learned from that same mixture, for comparison with the robust one."),
  KERNEL_DENSITY(
      "kernel_density",
      "Kernel density",
      Learns.UNSUPERVISED,
      "Negative log of a Gaussian kernel density: a baseline."),
  ISOLATION_FOREST(
      "isolation_forest",
      "Isolation forest",
      Learns.UNSUPERVISED,
      "How soon random cuts isolate a sample (Liu, Ting and Zhou 2008): a baseline."),
  NEIGHBOURS(
      "neighbours",
      "Nearest neighbours",
      Learns.UNSUPERVISED,
      "Distance to the nearest training samples: a baseline.");

  /** What a method is given to learn from, beside normal samples. */
  public enum Learns {
    UNSUPERVISED("[U]"),
    LABELS("[S]"),
    LABELS_AND_STRANGERS("[S+]");

    /** What the marks mean. */
    static final String LEGEND =
        "[U] learned without labels, [S] with labels, [S+] with labels and strangers not judged here";

    private final String mark;

    Learns(String mark) {
      this.mark = mark;
    }

    public String mark() {
      return mark;
    }
  }

  private final String key;
  private final String title;
  private final Learns learns;
  private final String about;
  private final String note;

  MethodName(String key, String title, Learns learns, String about) {
    this(key, title, learns, about, "");
  }

  MethodName(String key, String title, Learns learns, String about, String note) {
    this.key = key;
    this.title = title;
    this.learns = learns;
    this.about = about;
    this.note = note;
  }

  /**
   * @throws DataException when no method has this key
   */
  public static MethodName of(String key) {
    return Arrays.stream(values())
        .filter(method -> method.key.equals(key))
        .findFirst()
        .orElseThrow(
            () -> new DataException("'%s' is no method; choose of %s".formatted(key, keys())));
  }

  /** The same as the published code has it, where that differs. */
  Optional<MethodName> asPublished() {
    return Arrays.stream(values())
        .filter(method -> method.key.equals(key + "_published"))
        .findFirst();
  }

  private static String keys() {
    return Arrays.stream(values()).map(MethodName::key).collect(Collectors.joining(", "));
  }

  /** In files and on the command line. */
  public String key() {
    return key;
  }

  public String title() {
    return title;
  }

  public Learns learns() {
    return learns;
  }

  /** What it computes and where it comes from, a sentence. */
  public String about() {
    return about;
  }

  /** What to know when its figures are compared; empty for most. */
  public String note() {
    return note;
  }

  String marked() {
    return title + " " + learns.mark;
  }

  /** What to know of some methods, a sentence each. */
  static Stream<String> notes(List<MethodName> methods) {
    return methods.stream()
        .filter(method -> !method.note.isEmpty())
        .map(method -> method.title + ": " + method.note + ".");
  }
}
