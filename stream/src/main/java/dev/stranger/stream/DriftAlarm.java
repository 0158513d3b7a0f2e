package dev.stranger.stream;

import dev.stranger.calibrate.DriftState;

/**
 * The samples of a key have become stranger.
 *
 * @param samples how many samples of the key were seen, this one among them
 * @param evidence of the stream test, as a power of ten
 * @param alarmLine where the stream test gives alarm, as a power of ten; where the evidence is
 *     lower, the window gave it
 * @param inWindow how many samples the window holds
 * @param flagged how many of them are flagged
 */
public record DriftAlarm<K>(
    K key, long samples, double evidence, double alarmLine, int inWindow, int flagged) {

  static <K> DriftAlarm<K> of(K key, DriftState state) {
    return new DriftAlarm<>(
        key,
        state.samples(),
        state.evidence(),
        state.alarmLine(),
        state.inWindow(),
        state.flagged());
  }
}
