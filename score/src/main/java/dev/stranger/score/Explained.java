package dev.stranger.score;

import dev.stranger.Reasons;
import dev.stranger.Verdict;

/** A verdict and what its score is made of. */
public record Explained(Verdict verdict, Reasons reasons) {}
