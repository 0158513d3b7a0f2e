package dev.stranger.cli;

/**
 * How many samples were judged.
 *
 * @param strangers among them
 * @param broken samples besides that cannot be read
 */
record VerdictCount(long samples, long strangers, int broken) {

  VerdictCount plus(boolean stranger) {
    return new VerdictCount(samples + 1, strangers + (stranger ? 1 : 0), broken);
  }

  VerdictCount plusBroken() {
    return new VerdictCount(samples, strangers, broken + 1);
  }

  long all() {
    return samples + broken;
  }
}
