package dev.stranger.cli;

import dev.stranger.Dataset;

/**
 * How many samples were judged.
 *
 * @param strangers among them
 * @param broken samples besides that cannot be read
 */
record VerdictCount(long samples, long strangers, int broken) {

  /** Judges a set, and only counts. */
  static VerdictCount of(Judging judging, Dataset samples) {
    VerdictCount[] count = {new VerdictCount(0, 0, 0)};
    judging.judge(samples, judged -> count[0] = count[0].plus(judged.verdict().ood()));
    return count[0];
  }

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
