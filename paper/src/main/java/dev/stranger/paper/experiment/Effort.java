package dev.stranger.paper.experiment;

import dev.stranger.paper.ShorterTraining;
import java.util.List;

/**
 * How much is done.
 *
 * @param trainingImages that models learn from at most
 * @param judged samples of each set that are judged at most
 * @param epochs of the networks for images
 * @param seriesEpochs of the networks for series
 * @param baselineEpochs of the networks for images that are not the paper's own
 * @param wholeRecipe whether the default recipe learns as long as it does elsewhere
 * @param attacked samples of each set
 * @param attackSteps of projected gradient descent
 */
public record Effort(
    long trainingImages,
    long judged,
    int epochs,
    int seriesEpochs,
    BaselineEpochs baselineEpochs,
    boolean wholeRecipe,
    int attacked,
    int attackSteps,
    Sweep sweep) {

  /**
   * Settings that are tried one after the other.
   *
   * @param epochs those below the usual number, which is tried as well
   */
  public record Sweep(List<Integer> lambdas, List<Integer> epochs) {

    public Sweep {
      lambdas = List.copyOf(lambdas);
      epochs = List.copyOf(epochs);
    }
  }

  /** Of the default recipe, which gains nothing from more. */
  private static final int OWN_EPOCHS = 120;

  /** As published. */
  public static final Effort PAPER =
      new Effort(
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          ShorterTraining.PUBLISHED_EPOCHS,
          ShorterTraining.PUBLISHED_EPOCHS,
          BaselineEpochs.AS_THE_PAPERS_OWN,
          true,
          500,
          40,
          new Sweep(List.of(1, 10, 100, 1000, 10_000), List.of(10, 30, 100, 400)));

  /** Everything once on two cores in a quarter of an hour; figures are far from the paper's. */
  public static final Effort QUICK =
      new Effort(
          3000,
          1000,
          4,
          30,
          BaselineEpochs.AS_THE_PAPERS_OWN,
          false,
          64,
          10,
          new Sweep(List.of(10, 100, 1000), List.of(1, 2)));

  public Effort withEpochs(int epochs) {
    boolean whole = epochs >= OWN_EPOCHS;
    return new Effort(
        trainingImages,
        judged,
        epochs,
        epochs,
        baselineEpochs,
        whole,
        attacked,
        attackSteps,
        sweep);
  }

  public Effort withBaselineEpochs(BaselineEpochs baselineEpochs) {
    return new Effort(
        trainingImages,
        judged,
        epochs,
        seriesEpochs,
        baselineEpochs,
        wholeRecipe,
        attacked,
        attackSteps,
        sweep);
  }

  int epochsOfBaseline(String model) {
    return baselineEpochs.of(model, epochs);
  }
}
