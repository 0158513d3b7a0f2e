package dev.stranger.train.baseline;

import dev.stranger.train.loop.Learner;
import dev.stranger.train.loop.TrainingBatch;
import dev.stranger.train.net.Parameters;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.FusedAdam;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A GAN in training: one step of the discriminator, then one of the generator, a batch. The
 * generator ascends log D(G(z)), which does not saturate when the discriminator wins. The objective
 * told is the discriminator's, log 4 when it can only guess.
 */
final class GanLearner implements Learner {

  /** Less momentum than usual keeps the two from circling around each other (DCGAN, 2016). */
  private static final double BETA1 = 0.5;

  private static final double BETA2 = 0.999;

  private final GanNetwork network;
  private final Compute compute;
  private final FusedAdam discriminator;
  private final FusedAdam generator;

  GanLearner(GanNetwork network) {
    this.network = network;
    this.compute = network.network().encoderParameters().compute();
    this.discriminator = adam(compute, network.network().encoderParameters());
    this.generator = adam(compute, network.network().decoderParameters());
  }

  private static FusedAdam adam(Compute compute, Parameters parameters) {
    return new FusedAdam(compute, parameters.tensors(), BETA1, BETA2);
  }

  @Override
  public long parameters() {
    return network.network().parameters().count();
  }

  @Override
  public boolean settles() {
    return false;
  }

  @Override
  public void setRates(Rates rates) {
    discriminator.setRate(rates.network());
    generator.setRate(rates.network());
  }

  @Override
  public Tensor step(TrainingBatch batch) {
    try {
      return play(batch);
    } finally {
      discriminator.zeroGradients();
      generator.zeroGradients();
    }
  }

  private Tensor play(TrainingBatch batch) {
    Tensor generated = generate(batch);
    Tensor mistakes = mistakes(batch.samples(), generated.detach());
    mistakes.backward();
    descend(discriminator);
    discriminator.zeroGradients();
    network
        .network()
        .encoderParameters()
        .frozen(() -> unreal(network.discriminate(generated)).backward());
    descend(generator);
    return mistakes.detach();
  }

  private static void descend(FusedAdam adam) {
    try (NoGradGuard guard = new NoGradGuard()) {
      adam.step();
    }
  }

  @Override
  public Tensor objective(TrainingBatch batch) {
    return mistakes(batch.samples(), generate(batch));
  }

  private Tensor generate(TrainingBatch batch) {
    return network.generate(compute.noise().normal(batch.size(), network.latent()));
  }

  /**
   * -log D(x) - log (1 - D(G(z))), the mean over the batch. Both pass the network as one batch, so
   * that a GPU runs fewer kernels.
   */
  private Tensor mistakes(Tensor real, Tensor generated) {
    Tensor logits = network.discriminate(torch.cat(new TensorVector(real, generated), 0));
    long count = real.size(0);
    Tensor taken = torch.softplus(logits.narrow(0, count, count)).mean();
    return unreal(logits.narrow(0, 0, count)).add(taken);
  }

  /** -log D, the mean over the batch. */
  private static Tensor unreal(Tensor logits) {
    return torch.softplus(logits.neg()).mean();
  }

  @Override
  public List<Tensor> state() {
    List<Tensor> state = new ArrayList<>(discriminator.state());
    state.addAll(generator.state());
    return state;
  }
}
