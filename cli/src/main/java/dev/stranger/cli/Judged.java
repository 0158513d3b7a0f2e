package dev.stranger.cli;

import dev.stranger.Reasons;
import dev.stranger.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What is found of one sample.
 *
 * @param label of the sample, or {@link dev.stranger.Cursor#NO_LABEL}
 * @param reasons null when nobody asked for them
 */
record Judged(Verdict verdict, int label, @Nullable Reasons reasons) {

  Judged with(Verdict other) {
    return new Judged(other, label, reasons);
  }
}
