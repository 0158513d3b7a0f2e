package dev.stranger.train.net;

/**
 * How large a network would be, known without building it.
 *
 * @param parameters numbers that are trained
 * @param activations numbers that its layers make of one sample, on the way there and back
 * @param multiplyAdds that one sample takes through encoder and decoder; those of a convolution
 *     count at its borders too
 */
public record NetworkSize(long parameters, long activations, long multiplyAdds) {

  /** Fully connected layers one behind the other. */
  static NetworkSize ofLinear(long... widths) {
    long parameters = 0;
    long activations = 0;
    long multiplyAdds = 0;
    for (int i = 1; i < widths.length; i++) {
      parameters += (widths[i - 1] + 1) * widths[i];
      activations += widths[i];
      multiplyAdds += widths[i - 1] * widths[i];
    }
    return new NetworkSize(parameters, activations, multiplyAdds);
  }

  NetworkSize and(NetworkSize other) {
    return new NetworkSize(
        parameters + other.parameters,
        activations + other.activations,
        multiplyAdds + other.multiplyAdds);
  }
}
