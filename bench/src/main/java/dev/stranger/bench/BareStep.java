package dev.stranger.bench;

import dev.stranger.Shape;
import dev.stranger.train.method.ObjectiveOptions.Variant;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.rkm.CayleyAdam;
import dev.stranger.train.rkm.StRkmObjective;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.FusedAdam;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** A training step without a trainer: network, objective and optimisers on one batch. */
final class BareStep {

  static final int BATCH = 256;

  private final Compute compute;
  private final Network network;
  private final FusedAdam adam;
  private final CayleyAdam stiefel;
  private final StRkmObjective objective =
      new StRkmObjective(Loss.CROSS_ENTROPY, 100, Variant.DETERMINISTIC, 0, 0);
  private final Tensor batch;

  BareStep(Compute compute) {
    this.compute = compute;
    this.network = NetworkOptions.PAPER.build(Shape.image(1, 28, 28), compute);
    this.adam = new FusedAdam(compute, network.parameters().tensors());
    this.stiefel = new CayleyAdam(compute, 10, network.features());
    this.batch = compute.move(torch.rand(BATCH, 1, 28, 28));
    adam.setRate(2e-4);
    stiefel.setRate(1e-4);
  }

  void run() {
    try (PointerScope scope = new PointerScope()) {
      objective.of(network, stiefel.u(), batch).backward();
      try (NoGradGuard guard = new NoGradGuard()) {
        adam.step();
        compute.exactly(stiefel::step);
      }
      adam.zeroGradients();
      stiefel.zeroGradient();
    }
  }
}
