package dev.stranger.paper.experiment;

import dev.stranger.score.Detector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets models judge sets. What was judged before is looked up; a model that is not there yet is
 * trained first.
 */
final class Judge {

  private final Cache cache;
  private final Models models;
  private final ExperimentListener listener;

  Judge(Cache cache, Models models, ExperimentListener listener) {
    this.cache = cache;
    this.models = models;
    this.listener = listener;
  }

  /**
   * How the model of a seed tells each set of strangers from the normal samples, by the names of
   * the sets. Sets that may not be judged any more are left out.
   *
   * @throws ModelFailedException when it cannot be trained
   */
  Map<String, Comparison> compare(Entrant entrant, long seed, Experiment experiment) {
    Map<String, Comparison> comparisons = new LinkedHashMap<>();
    try (Sitting sitting = new Sitting(entrant, seed, experiment.normal())) {
      for (PaperSet strangers : experiment.strangers()) {
        Path file = file(entrant, seed, experiment.normal(), strangers);
        if (cache.gives(file)) {
          comparisons.put(
              strangers.name(),
              cache.get(file, Comparison.FORMAT, () -> sitting.compare(strangers)));
        }
      }
    }
    return comparisons;
  }

  /** Whether the model of a seed has yet to judge some of the sets. */
  boolean isMissing(Entrant entrant, long seed, Experiment experiment) {
    return experiment.strangers().stream()
        .anyMatch(strangers -> !Files.exists(file(entrant, seed, experiment.normal(), strangers)));
  }

  private Path file(Entrant entrant, long seed, PaperSet normal, PaperSet strangers) {
    String determinants =
        String.join(
            "\n", models.determinants(entrant, seed), normal.identity(), strangers.identity());
    String name = "%s-%d-%s".formatted(entrant.name(), seed, strangers.name());
    return cache.file("comparisons", name, determinants, "bin");
  }

  /** A model at work: opened, and the normal samples judged, when a comparison needs it. */
  private final class Sitting implements AutoCloseable {

    private final Entrant entrant;
    private final long seed;
    private final PaperSet normal;
    private @Nullable Detector detector;
    private @Nullable JudgedSet judgedNormal;

    Sitting(Entrant entrant, long seed, PaperSet normal) {
      this.entrant = entrant;
      this.seed = seed;
      this.normal = normal;
    }

    Comparison compare(PaperSet strangers) {
      Detector opened = detector == null ? models.open(entrant, seed, listener) : detector;
      detector = opened;
      JudgedSet in = judgedNormal == null ? judge(opened, normal) : judgedNormal;
      judgedNormal = in;
      Comparison compared = in.against(judge(opened, strangers));
      return seed == 0 ? compared : compared.withoutPictures(); // they show the first seed
    }

    private JudgedSet judge(Detector opened, PaperSet set) {
      String model = "%s, seed %d".formatted(entrant.name(), seed);
      return JudgedSet.of(opened, set, listener.judging(model, set.name(), set.data().size()));
    }

    @Override
    public void close() {
      if (detector != null) {
        detector.close();
      }
    }
  }
}
