package dev.stranger.server.live;

/**
 * Samples to judge.
 *
 * @param samples one after another
 * @param explain whether to say why
 * @param watch whether they are part of the stream that is watched for drift
 */
public record Question(float[] samples, int count, boolean explain, boolean watch) {}
