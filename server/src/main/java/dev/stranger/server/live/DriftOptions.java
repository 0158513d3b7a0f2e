package dev.stranger.server.live;

/**
 * How the stream of samples is watched.
 *
 * @param samplesToFalseAlarm how many samples there are to a false alarm on average, at least
 * @param window number of samples among which strangers are counted
 */
public record DriftOptions(double samplesToFalseAlarm, int window) {

  public static final DriftOptions DEFAULT = new DriftOptions(1_000_000, 100);
}
