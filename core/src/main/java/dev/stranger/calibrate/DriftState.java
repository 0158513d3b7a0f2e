package dev.stranger.calibrate;

import java.util.OptionalLong;

/**
 * What a {@link DriftMonitor} knows after some samples.
 *
 * @param samples how many it has seen
 * @param evidence of the stream test, as a power of ten; negative infinity before the first sample
 *     of a stream without end
 * @param alarmLine where the stream test gives alarm, as a power of ten
 * @param inWindow how many samples the window holds
 * @param flagged how many of them are flagged
 * @param streamAlarm after how many samples the stream test gave alarm, empty when it has not
 * @param windowAlarm after how many samples the window gave alarm, empty when it has not
 */
public record DriftState(
    long samples,
    double evidence,
    double alarmLine,
    int inWindow,
    int flagged,
    OptionalLong streamAlarm,
    OptionalLong windowAlarm) {

  public boolean drifted() {
    return streamAlarm.isPresent() || windowAlarm.isPresent();
  }
}
