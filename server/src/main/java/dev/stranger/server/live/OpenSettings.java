package dev.stranger.server.live;

import dev.stranger.score.OpenOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How detectors are opened and judge.
 *
 * @param open with which signatures, device and threads
 * @param state folder for the state of drift monitors; null keeps it beside the detector files
 */
public record OpenSettings(
    OpenOptions open, BatchOptions batches, DriftOptions drift, @Nullable Path state) {}
