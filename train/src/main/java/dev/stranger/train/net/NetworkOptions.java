package dev.stranger.train.net;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.train.torch.Compute;

/**
 * Which network is built.
 *
 * @param capacity channels of the first convolution; later ones have two and four times as many
 * @param hidden width of fully connected layers
 * @param features length l of a feature vector; 0 chooses by kind
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
      new NetworkOptions(Kind.AUTO, Activation.LEAKY_RELU, 40, 256, 0);

  public NetworkOptions {
    if (capacity < 1 || hidden < 1 || features < 0) {
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

  public int featuresFor(Shape shape) {
    return features > 0 ? features : shape.isImage() ? IMAGE_FEATURES : OTHER_FEATURES;
  }

  /** How large the network for a shape would be; learned slopes are not counted. */
  public NetworkSize sizeFor(Shape shape) {
    return switch (kindFor(shape)) {
      case CONV -> ConvAutoencoder.size(shape, this);
      case RECURRENT -> RecurrentAutoencoder.size(shape, this);
      case DENSE -> DenseAutoencoder.size(shape, this);
      case AUTO -> throw new IllegalStateException("a kind has been chosen");
    };
  }

  /**
   * @throws DataException when the kind does not go with the shape
   */
  public Network build(Shape shape, Compute compute) {
    return switch (kindFor(shape)) {
      case CONV -> ConvAutoencoder.build(compute, shape, this);
      case RECURRENT -> RecurrentAutoencoder.build(compute, shape, this);
      case DENSE -> DenseAutoencoder.build(compute, shape, this);
      case AUTO -> throw new IllegalStateException("a kind has been chosen");
    };
  }
}
