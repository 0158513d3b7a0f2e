package dev.stranger.train.baseline;

import dev.stranger.train.loop.Descent;
import dev.stranger.train.loop.TrainingBatch;
import dev.stranger.train.loop.TrainingSet;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** A classifier in training: cross-entropy, and in the last epochs, where wished, strangers. */
final class ClassifierLearner extends Descent {

  /** Strangers on the device, and what is learnt from them. */
  record Exposed(Exposure exposure, TrainingSet strangers) {}

  private final ClassifierNetwork network;
  private final Tensor classes;
  private final @Nullable Exposed exposed;

  /** Whether the epoch has strangers. */
  private boolean isExposed;

  /**
   * @param classes one a sample of the training set
   */
  ClassifierLearner(ClassifierNetwork network, int[] classes, @Nullable Exposed exposed) {
    super(network.parameters());
    this.network = network;
    this.classes = network.parameters().compute().integers(classes);
    this.exposed = exposed;
  }

  @Override
  public int enterEpoch(int epoch, int epochs) {
    isExposed = exposed != null && exposed.exposure().begins(epochs) <= epoch;
    return isExposed ? 1 : 0;
  }

  /** The cross-entropy alone: before and after training it tells whether that got anywhere. */
  @Override
  public Tensor objective(TrainingBatch batch) {
    return crossEntropy(network.logits(batch.samples()), batch);
  }

  private Tensor crossEntropy(Tensor logits, TrainingBatch batch) {
    return torch.cross_entropy_loss(logits, classes.index_select(0, batch.positions()));
  }

  @Override
  protected Tensor descended(TrainingBatch batch) {
    Tensor logits = network.logits(batch.samples());
    Tensor loss = crossEntropy(logits, batch);
    if (exposed == null || !isExposed) {
      return loss;
    }
    Tensor ofStrangers = network.logits(exposed.strangers().draw(batch.size()).samples());
    return loss.add(exposed.exposure().aim().loss(logits, ofStrangers));
  }
}
