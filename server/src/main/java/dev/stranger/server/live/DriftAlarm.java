package dev.stranger.server.live;

import java.time.Instant;

/**
 * Which test gave an alarm, and when.
 *
 * @param test {@code stream} or {@code window}
 */
public record DriftAlarm(String test, long afterSamples, Instant time) {}
