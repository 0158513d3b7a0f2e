package dev.stranger.score;

import dev.stranger.score.onnx.AllowedOperators;

/**
 * How a detector is opened: {@code OpenOptions.DEFAULT.with(Device.AUTO).withThreads(1)}.
 * Immutable; later versions may add to it.
 */
public final class OpenOptions {

  /** On the CPU, with all cores, whoever made the file, with the usual operators. */
  public static final OpenOptions DEFAULT =
      new OpenOptions(Device.CPU, 0, TrustedKeys.ANYONE, AllowedOperators.USUAL);

  private final Device device;
  private final int threads;
  private final TrustedKeys signers;
  private final AllowedOperators operators;

  private OpenOptions(Device device, int threads, TrustedKeys signers, AllowedOperators operators) {
    this.device = device;
    this.threads = threads;
    this.signers = signers;
    this.operators = operators;
  }

  /** With another device that judges. */
  public OpenOptions with(Device device) {
    return new OpenOptions(device, threads, signers, operators);
  }

  /**
   * With so many threads for one call, the caller's among them; 0 takes as many as there are cores.
   * With 1, threads that judge at once do not compete for the cores.
   */
  public OpenOptions withThreads(int threads) {
    if (threads < 0) {
      throw new IllegalArgumentException("threads must be 0 or more, got " + threads);
    }
    return new OpenOptions(device, threads, signers, operators);
  }

  /** Only for files that one of the signers has signed. */
  public OpenOptions with(TrustedKeys signers) {
    return new OpenOptions(device, threads, signers, operators);
  }

  /** With other operators that the graph may have. */
  public OpenOptions with(AllowedOperators operators) {
    return new OpenOptions(device, threads, signers, operators);
  }

  public Device device() {
    return device;
  }

  public int threads() {
    return threads;
  }

  public TrustedKeys signers() {
    return signers;
  }

  public AllowedOperators operators() {
    return operators;
  }
}
