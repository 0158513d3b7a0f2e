package dev.stranger.paper.experiment;

import dev.stranger.paper.Figures;
import dev.stranger.paper.Results;

/** What experiments give: tables and figures. */
public record Outcome(Results results, Figures figures) {}
