package dev.stranger.train.net;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.train.torch.Compute;

/**
 * Which network is built. A size of 0 is chosen by the data.
 *
 * @param capacity channels of the first convolution; later ones have two and four times as many
 * @param hidden width of fully connected layers
 * @param features length l of a feature vector
 */
public record NetworkOptions(
    Kind kind, Activation activation, int capacity, int hidden, int features) {

  /** {@code AUTO} takes convolutions where sides are long enough for them, else dense layers. */
  public enum Kind {
    AUTO,
    CONV,
    RECURRENT,
    DENSE
  }

  private static final int IMAGE_FEATURES = 50;
  private static final int OTHER_FEATURES = 32;

  public static final NetworkOptions DEFAULT =
      new NetworkOptions(Kind.AUTO, Activation.LEAKY_RELU, 0, 0, 0);

  /** As wide as published; images have 50 features. */
  public static final NetworkOptions PAPER = DEFAULT.withSizes(40, 256, 0);

  public NetworkOptions {
    if (capacity < 0 || hidden < 0 || features < 0) {
      throw new DataException(
          "a network needs positive sizes, got capacity %d, hidden %d, features %d"
              .formatted(capacity, hidden, features));
    }
  }

  public NetworkOptions withKind(Kind kind) {
    return new NetworkOptions(kind, activation, capacity, hidden, features);
  }

  public NetworkOptions withActivation(Activation activation) {
    return new NetworkOptions(kind, activation, capacity, hidden, features);
  }

  public NetworkOptions withSizes(int capacity, int hidden, int features) {
    return new NetworkOptions(kind, activation, capacity, hidden, features);
  }

  /** The kind that fits a shape. */
  public Kind kindFor(Shape shape) {
    return kind != Kind.AUTO ? kind : ConvAutoencoder.fits(shape) ? Kind.CONV : Kind.DENSE;
  }

  /**
   * Whether the data chooses a narrow network with many features: convolutions on images and series
   * do as well with a sixth of the published arithmetic (docs/one-score.md).
   */
  public boolean isNarrowFor(Shape shape) {
    return capacity == 0 && shape.rank() > 1 && kindFor(shape) == Kind.CONV;
  }

  /** With a number for every size. */
  public NetworkOptions sizedFor(Shape shape) {
    return isNarrowFor(shape)
        ? orSizes(16, 128, 100)
        : orSizes(PAPER.capacity, PAPER.hidden, shape.isImage() ? IMAGE_FEATURES : OTHER_FEATURES);
  }

  /** As wide as published where the width is left open. */
  public NetworkOptions orPublished() {
    return orSizes(PAPER.capacity, PAPER.hidden, 0);
  }

  private NetworkOptions orSizes(int usualCapacity, int usualHidden, int usualFeatures) {
    return withSizes(
        capacity > 0 ? capacity : usualCapacity,
        hidden > 0 ? hidden : usualHidden,
        features > 0 ? features : usualFeatures);
  }

  /** How large the network for a shape would be; learned slopes are not counted. */
  public NetworkSize sizeFor(Shape shape) {
    return switch (kindFor(shape)) {
      case CONV -> ConvAutoencoder.size(shape, sizedFor(shape));
      case RECURRENT -> RecurrentAutoencoder.size(shape, sizedFor(shape));
      case DENSE -> DenseAutoencoder.size(shape, sizedFor(shape));
      case AUTO -> throw new IllegalStateException("a kind has been chosen");
    };
  }

  /**
   * @throws DataException when the kind does not go with the shape
   */
  public Network build(Shape shape, Compute compute) {
    return switch (kindFor(shape)) {
      case CONV -> ConvAutoencoder.build(compute, shape, sizedFor(shape));
      case RECURRENT -> RecurrentAutoencoder.build(compute, shape, sizedFor(shape));
      case DENSE -> DenseAutoencoder.build(compute, shape, sizedFor(shape));
      case AUTO -> throw new IllegalStateException("a kind has been chosen");
    };
  }
}
