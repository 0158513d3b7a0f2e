package dev.stranger.cli;

/** How many samples were judged, and how many of them are strangers. */
record VerdictCount(long samples, long strangers) {

  VerdictCount plus(boolean stranger) {
    return new VerdictCount(samples + 1, strangers + (stranger ? 1 : 0));
  }
}
