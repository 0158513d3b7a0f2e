package dev.stranger.train.net;

/**
 * How large a network would be, known without building it.
 *
 * @param parameters numbers that are trained
 * @param activations numbers that its layers make of one sample, on the way there and back
 */
public record NetworkSize(long parameters, long activations) {

  /** Fully connected layers one behind the other. */
  static NetworkSize ofLinear(long... widths) {
    long parameters = 0;
    long activations = 0;
    for (int i = 1; i < widths.length; i++) {
      parameters += (widths[i - 1] + 1) * widths[i];
      activations += widths[i];
    }
    return new NetworkSize(parameters, activations);
  }

  NetworkSize and(NetworkSize other) {
    return new NetworkSize(parameters + other.parameters, activations + other.activations);
  }
}
