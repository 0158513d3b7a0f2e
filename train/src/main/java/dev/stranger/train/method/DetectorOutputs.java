package dev.stranger.train.method;

import dev.stranger.train.method.ModelGraph.Other;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a detector says of a batch besides p-values, as names in a graph.
 *
 * @param energies N x (number of energies)
 * @param score N x 1
 * @param parts N x (number of parts)
 * @param reconstruction in the shape of raw samples; null when the model makes none
 * @param expected what other columns of a table say of each; null where there is no table
 */
record DetectorOutputs(
    String energies,
    List<Other> others,
    String score,
    String parts,
    @Nullable String reconstruction,
    @Nullable String expected) {}
