package dev.stranger.train.baseline;

import dev.stranger.DataException;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * The variational autoencoder (Kingma and Welling, 2014) with the encoder and the decoder of the
 * St-RKM; on the recurrent network the VRAE (Fabius and van Amersfoort, 2015). The latent space has
 * as many dimensions as the subspace of the St-RKM, and the loss is the same; nothing else of
 * {@link dev.stranger.train.method.ObjectiveOptions} matters to it.
 *
 * @param energies what its detectors say of a sample, the usual score first
 * @param draws K, how many vectors of noise stand in for the distribution of z in {@link
 *     VaeEnergy#NEGATIVE_ELBO} and {@link VaeEnergy#NEGATIVE_LIKELIHOOD}
 * @param publishedWeighting trains with what the authors of the St-RKM paper published: the
 *     divergence is divided by the dimensions of z and once more by the size of the batch, and the
 *     squared error is not halved; else with the negative ELBO itself
 */
public record Vae(List<VaeEnergy> energies, int draws, boolean publishedWeighting)
    implements Method {

  /** The paper's score alone, which makes the cheapest file; the ELBO as it should be. */
  public static final Vae DEFAULT = new Vae(List.of(VaeEnergy.RECONSTRUCTION_ERROR), 16, false);

  public Vae {
    energies = List.copyOf(energies);
    if (energies.isEmpty() || EnumSet.copyOf(energies).size() < energies.size()) {
      throw new DataException("a VAE needs one energy or more, each once, got " + energies);
    }
    if (draws < 1) {
      throw new DataException("the number of draws must be positive, got " + draws);
    }
  }

  /** The first is the usual score. */
  public Vae withEnergies(VaeEnergy... energies) {
    return new Vae(Arrays.asList(energies), draws, publishedWeighting);
  }

  public Vae withDraws(int draws) {
    return new Vae(energies, draws, publishedWeighting);
  }

  public Vae withPublishedWeighting() {
    return new Vae(energies, draws, true);
  }

  @Override
  public String key() {
    return "vae";
  }

  @Override
  public Map<String, ?> settings() {
    return Map.of(
        "energies",
        String.join(", ", scores()),
        "draws",
        draws,
        "published_weighting",
        publishedWeighting);
  }

  @Override
  public List<String> scores() {
    return energies.stream().map(VaeEnergy::key).toList();
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    int latent = run.objective().subspace();
    VaeNetwork network = VaeNetwork.on(run.buildNetwork(data.shape()), latent);
    run.train(new VaeLearner(network, data.loss(), publishedWeighting), data.samples());
    float[] noise = run.noise(draws * latent);
    return new VaeGraph(network, data.loss(), data.shape(), energies, noise);
  }
}
