package dev.stranger.paper.experiment;

import dev.stranger.Shape;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is left to train.
 *
 * @param models how many
 * @param passes how many samples the networks see in all epochs, by the shape of the samples; those
 *     of models that choose their epochs by the data are not among them
 */
public record Workload(int models, Map<Shape, Long> passes) {

  public Workload {
    passes = Map.copyOf(passes);
  }

  static Workload of(Collection<Entrant> models) {
    return new Workload(
        models.size(),
        models.stream()
            .filter(model -> model.options().method().trainsNetwork() && passes(model) > 0)
            .collect(
                Collectors.groupingBy(
                    model -> model.training().shape(), Collectors.summingLong(Workload::passes))));
  }

  private static long passes(Entrant model) {
    return model.options().learning().epochs() * model.training().size();
  }
}
