package dev.stranger.server.live;

import java.util.function.Consumer;

/**
 * Samples to judge.
 *
 * @param samples one after another
 * @param explain whether to say why
 * @param watch whether they are part of the stream that is watched for drift
 * @param answer gets the verdicts; the detector is open until it returns
 */
public record Question(
    float[] samples, int count, boolean explain, boolean watch, Consumer<Judged> answer) {}
