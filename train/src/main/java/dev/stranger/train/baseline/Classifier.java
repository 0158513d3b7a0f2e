package dev.stranger.train.baseline;

import dev.stranger.DataException;
import dev.stranger.train.baseline.ClassifierLearner.Exposed;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A classifier with the architecture of the St-RKM's encoder, trained with labels; what it says of
 * a sample tells strangers from normal ones. Judging costs one pass through the encoder, and two
 * more (one of them backwards) for each energy that perturbs the sample.
 *
 * @param energies that the detector gives, the usual score first
 * @param temperature of {@link ClassifierEnergy#ENERGY_TEMPERATURE}
 * @param odinTemperature of {@link ClassifierEnergy#ODIN}
 * @param odinEpsilon how far it moves every value of a sample, in units of what the network sees:
 *     values in [0,1], or deviations where they are standardised; 0 for not at all
 * @param mahalanobisEpsilon the same for {@link ClassifierEnergy#MAHALANOBIS} and {@link
 *     ClassifierEnergy#MAHALANOBIS_LOGITS}
 * @param exposure fine-tuning with strangers, or null for none
 */
public record Classifier(
    List<ClassifierEnergy> energies,
    double temperature,
    double odinTemperature,
    double odinEpsilon,
    double mahalanobisEpsilon,
    @Nullable Exposure exposure)
    implements Method {

  /** The energy of Liu et al. and the softmax, neither of which needs gradients. */
  public static final Classifier DEFAULT =
      new Classifier(
          List.of(ClassifierEnergy.ENERGY, ClassifierEnergy.MAX_SOFTMAX),
          10,
          1000,
          0.0014,
          0.0014,
          null);

  public Classifier {
    energies = List.copyOf(energies);
    if (energies.isEmpty() || Set.copyOf(energies).size() < energies.size()) {
      throw new DataException("a classifier needs one energy or more, each once, got " + energies);
    }
    require(temperature > 0, "temperature", temperature);
    require(odinTemperature > 0, "temperature of odin", odinTemperature);
    require(odinEpsilon >= 0, "epsilon of odin", odinEpsilon);
    require(mahalanobisEpsilon >= 0, "epsilon of mahalanobis", mahalanobisEpsilon);
  }

  private static void require(boolean holds, String name, double value) {
    if (!holds || Double.isInfinite(value)) {
      throw new DataException("the %s cannot be %s; choose a positive one".formatted(name, value));
    }
  }

  public Classifier withEnergies(ClassifierEnergy... energies) {
    return new Classifier(
        List.of(energies), temperature, odinTemperature, odinEpsilon, mahalanobisEpsilon, exposure);
  }

  public Classifier withTemperature(double temperature) {
    return new Classifier(
        energies, temperature, odinTemperature, odinEpsilon, mahalanobisEpsilon, exposure);
  }

  public Classifier withOdin(double odinTemperature, double odinEpsilon) {
    return new Classifier(
        energies, temperature, odinTemperature, odinEpsilon, mahalanobisEpsilon, exposure);
  }

  public Classifier withMahalanobisEpsilon(double mahalanobisEpsilon) {
    return new Classifier(
        energies, temperature, odinTemperature, odinEpsilon, mahalanobisEpsilon, exposure);
  }

  public Classifier withExposure(@Nullable Exposure exposure) {
    return new Classifier(
        energies, temperature, odinTemperature, odinEpsilon, mahalanobisEpsilon, exposure);
  }

  @Override
  public String key() {
    return "classifier";
  }

  @Override
  public Map<String, ?> settings() {
    Map<String, Object> settings = new TreeMap<>();
    settings.put("energies", String.join(", ", scores()));
    settings.put("temperature", temperature);
    settings.put("odin_temperature", odinTemperature);
    settings.put("odin_epsilon", odinEpsilon);
    settings.put("mahalanobis_epsilon", mahalanobisEpsilon);
    settings.put("exposure", exposure == null ? "none" : exposure.text());
    return settings;
  }

  @Override
  public List<String> scores() {
    return energies.stream().map(ClassifierEnergy::key).toList();
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    Classes classes = Classes.of(data);
    int[] heldOut = classes.of(data.heldOutLabels());
    ClassifierNetwork network =
        ClassifierNetwork.build(run.network(), data.shape(), classes.count(), run.compute());
    requireGradient(network);
    int[] fitted = classes.of(data.labels());
    run.train(new ClassifierLearner(network, fitted, exposed(data, run)), data.samples());

    run.phase("placing the classes");
    Map<String, Object> facts =
        Map.of(
            "parameters", network.parameters().count(),
            "classes", classes.count(),
            "accuracy", network.accuracy(data.heldOut(), heldOut),
            "share_of_largest_class", Classes.largestShare(heldOut));
    return new ClassifierGraph(this, network, gaussians(network, data.samples(), fitted), facts);
  }

  private @Nullable Exposed exposed(TrainingData data, TrainingRun run) {
    if (exposure == null) {
      return null;
    }
    if (run.learning().patience() > 0) {
      throw new DataException(
          "strangers come in the last epochs, and training that stops early may not reach them;"
              + " leave out the patience");
    }
    return new Exposed(exposure, data.prepare(exposure.strangers().of(data, run.seed())));
  }

  /** A network that has no way back shall be known before it is trained. */
  private void requireGradient(ClassifierNetwork network) {
    if (energies.stream().anyMatch(energy -> epsilon(energy) > 0)) {
      Pass pass = Pass.of(new OnnxGraph(), network, "x");
      pass.backFromFeatures(pass.features());
    }
  }

  private double epsilon(ClassifierEnergy energy) {
    return switch (energy) {
      case ENERGY, ENERGY_TEMPERATURE, MAX_SOFTMAX -> 0;
      case ODIN -> odinEpsilon;
      case MAHALANOBIS, MAHALANOBIS_LOGITS -> mahalanobisEpsilon;
    };
  }

  private Map<ClassifierEnergy, ClassGaussians> gaussians(
      ClassifierNetwork network, TrainingSet samples, int[] classes) {
    int count = network.classes();
    Map<ClassifierEnergy, ClassGaussians> gaussians = new EnumMap<>(ClassifierEnergy.class);
    if (energies.contains(ClassifierEnergy.MAHALANOBIS)) {
      gaussians.put(
          ClassifierEnergy.MAHALANOBIS,
          GaussianFit.of(network::features, network.width(), samples, classes, count));
    }
    if (energies.contains(ClassifierEnergy.MAHALANOBIS_LOGITS)) {
      gaussians.put(
          ClassifierEnergy.MAHALANOBIS_LOGITS,
          GaussianFit.of(network::logits, count, samples, classes, count));
    }
    return gaussians;
  }
}
