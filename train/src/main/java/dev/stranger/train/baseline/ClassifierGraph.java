package dev.stranger.train.baseline;

import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/**
 * A trained classifier. Energies that perturb the sample take the way back through the network and
 * a second one forth; the others share the first.
 *
 * @param gaussians where the classes lie, for each energy that is a distance to them
 */
record ClassifierGraph(
    Classifier settings,
    ClassifierNetwork network,
    Map<ClassifierEnergy, ClassGaussians> gaussians,
    Map<String, Object> facts)
    implements ModelGraph {

  @Override
  public List<String> energies() {
    return settings.energies().stream().map(ClassifierEnergy::key).toList();
  }

  @Override
  public List<Tensor> tensors() {
    return network.parameters().tensors();
  }

  @Override
  public Outputs write(OnnxGraph graph, String x) {
    Pass pass = Pass.of(graph, network, x);
    return new Outputs(settings.energies().stream().map(e -> write(e, pass)).toList(), null);
  }

  private String write(ClassifierEnergy energy, Pass pass) {
    return switch (energy) {
      case ENERGY -> pass.logits().energy(1);
      case ENERGY_TEMPERATURE -> pass.logits().energy(settings.temperature());
      case MAX_SOFTMAX -> pass.logits().doubt();
      case ODIN -> writeOdin(pass);
      case MAHALANOBIS ->
          writeDistance(pass, classes(energy), Pass::features, Pass::backFromFeatures);
      case MAHALANOBIS_LOGITS ->
          writeDistance(pass, classes(energy), p -> p.logits().values(), Pass::backFromLogits);
    };
  }

  private ClassGaussians classes(ClassifierEnergy energy) {
    return Objects.requireNonNull(gaussians.get(energy), energy::key);
  }

  private String writeOdin(Pass pass) {
    double epsilon = settings.odinEpsilon();
    double temperature = settings.odinTemperature();
    Pass surer = pass;
    if (epsilon > 0) {
      String gradient = pass.logits().gradientOfConfidence(temperature);
      surer = pass.moved(pass.backFromLogits(gradient), epsilon);
    }
    return surer.logits().temperedDoubt(temperature);
  }

  /**
   * @param place what of a pass has a place among the classes
   * @param back from a gradient with respect to it to that with respect to the samples
   */
  private String writeDistance(
      Pass pass,
      ClassGaussians classes,
      Function<Pass, String> place,
      BiFunction<Pass, String, String> back) {
    double epsilon = settings.mahalanobisEpsilon();
    Pass nearer = pass;
    if (epsilon > 0) {
      String gradient = classes.writeHalfGradient(pass.graph(), place.apply(pass));
      nearer = pass.moved(back.apply(pass, gradient), -epsilon);
    }
    return classes.writeDistance(pass.graph(), place.apply(nearer));
  }
}
