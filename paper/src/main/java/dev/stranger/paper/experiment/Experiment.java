package dev.stranger.paper.experiment;

import dev.stranger.paper.PaperTable;
import java.util.List;
import java.util.Set;

/**
 * Models that judge the same sets.
 *
 * @param in how tables call the normal set
 * @param normal samples
 * @param strangers sets that are compared with it
 * @param tables that its figures go into
 */
record Experiment(
    String in,
    PaperSet normal,
    List<PaperSet> strangers,
    List<Entrant> entrants,
    Set<PaperTable> tables) {}
