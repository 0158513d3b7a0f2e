package dev.stranger.series;

/**
 * A stretch of a recording that is strange.
 *
 * @param from its first step
 * @param to its last step
 * @param peak where it is strangest
 * @param score there
 * @param pValue there
 * @param channel that differs most from what was expected there; empty when nobody knows
 */
public record Span(int from, int to, int peak, float score, float pValue, String channel) {

  public Span withChannel(String channel) {
    return new Span(from, to, peak, score, pValue, channel);
  }

  public int steps() {
    return to - from + 1;
  }

  public boolean overlaps(int first, int last) {
    return from <= last && first <= to;
  }
}
