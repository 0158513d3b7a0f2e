package dev.stranger.paper.experiment;

/**
 * How much is done.
 *
 * @param trainingImages that models learn from at most
 * @param judged samples of each set that are judged at most
 * @param epochs of the networks for images
 * @param seriesEpochs of the networks for series
 * @param wholeRecipe whether the default recipe learns as long as it does elsewhere
 * @param attacked samples of each set
 * @param attackSteps of projected gradient descent
 */
public record Effort(
    long trainingImages,
    long judged,
    int epochs,
    int seriesEpochs,
    boolean wholeRecipe,
    int attacked,
    int attackSteps) {

  /** Of the default recipe, which gains nothing from more. */
  private static final int OWN_EPOCHS = 120;

  /** As published. */
  public static final Effort PAPER =
      new Effort(Long.MAX_VALUE, Long.MAX_VALUE, 1600, 1600, true, 500, 40);

  /** Everything once on two cores in a quarter of an hour; figures are far from the paper's. */
  public static final Effort QUICK = new Effort(3000, 1000, 4, 30, false, 64, 10);

  public Effort withEpochs(int epochs) {
    boolean whole = epochs >= OWN_EPOCHS;
    return new Effort(trainingImages, judged, epochs, epochs, whole, attacked, attackSteps);
  }
}
