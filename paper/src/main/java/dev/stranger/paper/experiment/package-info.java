/**
 * Runs the experiments of the paper: trains what is missing, judges what was not judged yet, and
 * keeps both in a {@link dev.stranger.paper.experiment.Cache}.
 */
@NullMarked
package dev.stranger.paper.experiment;

import org.jspecify.annotations.NullMarked;
