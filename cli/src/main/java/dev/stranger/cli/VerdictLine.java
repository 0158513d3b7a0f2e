package dev.stranger.cli;

import dev.stranger.Reasons;
import dev.stranger.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What is written of one sample.
 *
 * @param label its name, empty when there is none
 * @param reasons null when they are not to be written
 */
record VerdictLine(String sample, String label, Verdict verdict, @Nullable Reasons reasons) {}
