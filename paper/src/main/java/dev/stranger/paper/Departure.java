package dev.stranger.paper;

/**
 * A place where the published code departs from the text of the paper, or says what the text leaves
 * open.
 *
 * @param paper what the paper says
 * @param code what its code did
 * @param here what these experiments do
 */
public record Departure(String topic, String paper, String code, String here) {}
