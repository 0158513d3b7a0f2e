package dev.stranger.score;

import dev.stranger.score.onnx.AllowedOperators;

/**
 * How a detector file is opened.
 *
 * @param device that judges
 * @param signers one of whom must have signed the file
 * @param operators that its graph may have
 */
public record OpenOptions(Device device, TrustedKeys signers, AllowedOperators operators) {

  /** On the CPU, whoever made the file, with Stranger's own operators. */
  public static final OpenOptions DEFAULT =
      new OpenOptions(Device.CPU, TrustedKeys.ANYONE, AllowedOperators.OF_STRANGER);

  public OpenOptions with(Device device) {
    return new OpenOptions(device, signers, operators);
  }

  public OpenOptions with(TrustedKeys signers) {
    return new OpenOptions(device, signers, operators);
  }

  public OpenOptions with(AllowedOperators operators) {
    return new OpenOptions(device, signers, operators);
  }
}
