package dev.stranger.server.live;

import dev.stranger.score.OpenOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How detectors are opened and judge.
 *
 * @param open with which signatures, device and threads
 * @param requestTime after which nobody waits for a verdict any more
 * @param state folder for the state of drift monitors; null keeps it beside the detector files
 */
public record OpenSettings(
    OpenOptions open,
    BatchOptions batches,
    DriftOptions drift,
    Duration requestTime,
    @Nullable Path state) {}
