package dev.stranger.train.baseline;

import dev.stranger.DataException;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.torch.Compute;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * A generative adversarial network (Goodfellow et al., 2014) as Skvara et al. (2018) score with it:
 * the decoder of the St-RKM generates samples from as many dimensions as the subspace has, the
 * encoder tells them from real ones. Of {@link dev.stranger.train.method.ObjectiveOptions} only
 * subspace and loss matter, the latter as the meaning of the decoder's output. The score is
 *
 * <pre>  -(1 - lambda) log D(x) + lambda |x - G(z)|,   the mean over five z</pre>
 *
 * which costs one pass of the discriminator: what the generator makes of the five z does not depend
 * on the sample, and is kept instead of the generator. The distance alone is a second energy, so
 * that one model gives the scores of every lambda.
 *
 * @param lambda weight of the distance to generated samples in the score
 */
public record Gan(double lambda) implements Method {

  /** The weight with which the paper compares. */
  public static final Gan DEFAULT = new Gan(0);

  private static final int GENERATED = 5;

  public Gan {
    if (!(lambda >= 0 && lambda <= 1)) {
      throw new DataException("the weight lambda of a GAN must lie in [0, 1], got " + lambda);
    }
  }

  @Override
  public String key() {
    return "gan";
  }

  @Override
  public Map<String, ?> settings() {
    return Map.of("lambda", lambda);
  }

  @Override
  public List<String> scores() {
    return GanGraph.ENERGIES;
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    int latent = run.objective().subspace();
    GanNetwork network = GanNetwork.on(run.buildNetwork(data.shape()), data.loss(), latent);
    run.train(new GanLearner(network), data.samples());
    return new GanGraph(network, lambda, generate(network, run), data.shape());
  }

  private static float[] generate(GanNetwork network, TrainingRun run) {
    float[] noise = run.noise(GENERATED * network.latent());
    return run.compute()
        .exactly(
            () -> {
              try (NoGradGuard guard = new NoGradGuard()) {
                Tensor z = run.compute().of(noise, GENERATED, network.latent());
                return Compute.floats(network.generate(z));
              }
            });
  }
}
