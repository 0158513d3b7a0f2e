package dev.stranger.train;

import dev.stranger.Shape;
import dev.stranger.score.ModelInput;
import dev.stranger.train.guard.WatchedNetwork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a network is guarded.
 *
 * @param input how samples are given to the network
 * @param at tensors to watch; empty for what the last layer decides by
 * @param map whether all places of a picture are looked at one by one, which shows where it is
 *     strange
 * @param tile the shape of the network's input where samples are larger; null where they are not
 * @param overlap of tiles, as a share of their size
 * @param logits the tensor of the logits, {@link WatchedNetwork#AUTO} to look for it, or null for
 *     none
 * @param keepOutputs whether the file has the network's own outputs too
 * @param training seed, device, guarantee and the like; its method is not looked at
 */
public record GuardOptions(
    ModelInput input,
    List<String> at,
    boolean map,
    @Nullable Shape tile,
    double overlap,
    @Nullable String logits,
    boolean keepOutputs,
    TrainOptions training) {

  public GuardOptions {
    at = List.copyOf(at);
  }

  /** Watches what the last layer decides by, and the logits where there are any. */
  public static GuardOptions of(ModelInput input) {
    return new GuardOptions(
        input, List.of(), false, null, 0, WatchedNetwork.AUTO, true, TrainOptions.DEFAULT);
  }

  public GuardOptions at(List<String> at) {
    return new GuardOptions(input, at, map, tile, overlap, logits, keepOutputs, training);
  }

  public GuardOptions withMap(boolean map) {
    return new GuardOptions(input, at, map, tile, overlap, logits, keepOutputs, training);
  }

  public GuardOptions withTiles(Shape tile, double overlap) {
    return new GuardOptions(input, at, map, tile, overlap, logits, keepOutputs, training);
  }

  public GuardOptions withLogits(@Nullable String logits) {
    return new GuardOptions(input, at, map, tile, overlap, logits, keepOutputs, training);
  }

  public GuardOptions withOutputs(boolean keepOutputs) {
    return new GuardOptions(input, at, map, tile, overlap, logits, keepOutputs, training);
  }

  public GuardOptions with(TrainOptions training) {
    return new GuardOptions(input, at, map, tile, overlap, logits, keepOutputs, training);
  }
}
