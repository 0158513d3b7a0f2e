package dev.stranger.data.generate;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.List;
import java.util.Set;

/**
 * Electrocardiograms of single heartbeats, 140 steps each, in the manner of ECG5000 of the UCR
 * archive: normal ones, and several {@linkplain HeartbeatKind kinds} of abnormal.
 *
 * <p>In the model of McSharry et al. (2003) a beat is a sum of bell curves, one for each of its
 * waves P, Q, R, S and T. From beat to beat their heights, places and widths vary, and so does the
 * pace of the heart; breathing moves the baseline, and the electrodes add noise. Each beat is then
 * standardised to mean zero and deviation one.
 *
 * <p>A beat takes some 30 microseconds to make and no memory is kept. The sets are immutable and
 * thread-safe.
 */
public final class Heartbeats {

  private Heartbeats() {}

  /**
   * Beats of these kinds drawn at random, each kind equally often. Sample {@code i} depends only on
   * the kinds, the seed and {@code i}: a small set is the beginning of a larger one.
   *
   * @throws DataException when no kind is given or the size is not positive
   */
  public static Dataset sample(Set<HeartbeatKind> kinds, long size, long seed) {
    List<HeartbeatKind> sorted = Labels.sorted("heartbeats", kinds, HeartbeatKind.values());
    Header header =
        new Header(
            "heartbeats:%s,size=%d,seed=%d".formatted(Labels.join(sorted), size, seed),
            Shape.of(1, HeartbeatMaker.STEPS),
            Range.ANY,
            Sizes.positive("heartbeats", size),
            Labels.of(HeartbeatKind.values()));
    return new GeneratedDataset(header, () -> new HeartbeatMaker(sorted, seed));
  }
}
