package dev.stranger.stream;

/** What becomes of records that cannot be judged. None of them is ever taken for normal. */
public enum OnInvalid {
  /** The job fails. */
  FAIL,
  /** They are left out and counted by the metric {@code invalid}. */
  SKIP,
  /** They are passed on with a problem in the place of a verdict, and counted. */
  REPORT
}
