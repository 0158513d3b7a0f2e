package dev.stranger.score;

import dev.stranger.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts on a batch of samples.
 *
 * @param reconstructions what the detector makes of the samples, one after another; not copied,
 *     null where it {@linkplain Detector#hasReconstruction() makes none}
 */
public record Reviewed(List<Verdict> verdicts, float @Nullable [] reconstructions) {}
