package dev.stranger.train;

import dev.stranger.score.ModelInput;
import dev.stranger.train.guard.WatchedNetwork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a network is guarded.
 *
 * @param input how samples are given to the network
 * @param at tensors to watch; empty for what the last layer decides by
 * @param logits the tensor of the logits, {@link WatchedNetwork#AUTO} to look for it, or null for
 *     none
 * @param byClass whether the labels of the samples tell their classes
 * @param keepOutputs whether the file has the network's own outputs too
 * @param training seed, device, guarantee and the like; its method is not looked at
 */
public record GuardOptions(
    ModelInput input,
    List<String> at,
    @Nullable String logits,
    boolean byClass,
    boolean keepOutputs,
    TrainOptions training) {

  public GuardOptions {
    at = List.copyOf(at);
  }

  /** Watches what the last layer decides by, and the logits where there are any. */
  public static GuardOptions of(ModelInput input) {
    return new GuardOptions(
        input, List.of(), WatchedNetwork.AUTO, false, true, TrainOptions.DEFAULT);
  }

  public GuardOptions at(List<String> at) {
    return new GuardOptions(input, at, logits, byClass, keepOutputs, training);
  }

  public GuardOptions withLogits(@Nullable String logits) {
    return new GuardOptions(input, at, logits, byClass, keepOutputs, training);
  }

  public GuardOptions withByClass(boolean byClass) {
    return new GuardOptions(input, at, logits, byClass, keepOutputs, training);
  }

  public GuardOptions withOutputs(boolean keepOutputs) {
    return new GuardOptions(input, at, logits, byClass, keepOutputs, training);
  }

  public GuardOptions with(TrainOptions training) {
    return new GuardOptions(input, at, logits, byClass, keepOutputs, training);
  }
}
