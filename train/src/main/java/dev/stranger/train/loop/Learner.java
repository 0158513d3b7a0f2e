package dev.stranger.train.loop;

import dev.stranger.train.torch.Compute;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * A model in training: what the {@link TrainingLoop} drives, step by step. The loop is the same for
 * all models.
 */
public interface Learner {

  /**
   * How far a step goes.
   *
   * @param network of ordinary parameters
   * @param stiefel of matrices with orthonormal rows
   */
  record Rates(double network, double stiefel) {}

  /** How many numbers are trained. */
  long parameters();

  /** The smallest batch it can learn from. */
  default int smallestBatch() {
    return 1;
  }

  /** How far the steps from now on go. */
  void setRates(Rates rates);

  /** Whether its objective falls while it learns; in a game of two players it need not. */
  default boolean settles() {
    return true;
  }

  /**
   * An epoch is entered, at its beginning or where training goes on in it.
   *
   * @param epoch counted from zero
   * @return what kind of steps it has: one that was recorded in an epoch of another kind is void
   */
  default int enterEpoch(int epoch, int epochs) {
    return 0;
  }

  /**
   * An epoch is about to begin. Not called when training goes on in the middle of one. Tensors that
   * are made here are freed when the epoch ends; what shall stay is copied into the {@link #state}.
   *
   * @param epoch counted from zero
   */
  default void beginEpoch(int epoch, int epochs) {}

  /**
   * One step; gradients are forgotten afterwards. May be recorded once and replayed, so nothing
   * here may depend on how many steps came before, but for what tensors hold and {@link
   * #enterEpoch} tells, and random numbers come from {@link Compute#noise}.
   *
   * @return what the step made smaller, of the batch before it: detached, one number
   */
  Tensor step(TrainingBatch batch);

  /**
   * What is done now and then between steps.
   *
   * @param steps how many were made since training began
   */
  default void stepped(long steps) {}

  /** The mean objective of a batch, one number; called without gradients being recorded. */
  Tensor objective(TrainingBatch batch);

  /** Everything that must be saved to go on later, in a fixed order. */
  List<Tensor> state();
}
