package dev.stranger.paper.experiment;

import dev.stranger.score.Detector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets models judge sets. What was judged before is looked up; a model that is not there yet is
 * trained first.
 */
final class Judge {

  private final Cache cache;
  private final KeptComparisons kept;
  private final Models models;
  private final ExperimentListener listener;

  Judge(Cache cache, KeptComparisons kept, Models models, ExperimentListener listener) {
    this.cache = cache;
    this.kept = kept;
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
        Place place = place(entrant, seed, experiment.normal(), strangers);
        if (place.isKnown() || !cache.isReadOnly()) {
          Comparison found = place.get(() -> sitting.compare(strangers));
          place.keep(found);
          comparisons.put(strangers.name(), found);
        }
      }
    }
    return comparisons;
  }

  /** Whether the model of a seed has yet to judge some of the sets. */
  boolean isMissing(Entrant entrant, long seed, Experiment experiment) {
    return experiment.strangers().stream()
        .anyMatch(strangers -> !place(entrant, seed, experiment.normal(), strangers).isKnown());
  }

  private Place place(Entrant entrant, long seed, PaperSet normal, PaperSet strangers) {
    String determinants =
        String.join(
            "\n", models.determinants(entrant, seed), normal.identity(), strangers.identity());
    String name = "%s-%d-%s".formatted(entrant.name(), seed, strangers.name());
    return new Place(
        cache.file("comparisons", name, determinants, "bin"),
        Cache.digest(determinants),
        new KeptComparisons.Names(entrant.name(), seed, normal.name(), strangers.name()));
  }

  /**
   * Where a comparison is: in the cache, with scores for pictures, or among those kept, without.
   */
  private final class Place {

    private final Path file;
    private final String digest;
    private final KeptComparisons.Names names;

    Place(Path file, String digest, KeptComparisons.Names names) {
      this.file = file;
      this.digest = digest;
      this.names = names;
    }

    boolean isKnown() {
      return Files.exists(file) || kept.has(digest);
    }

    Comparison get(Supplier<Comparison> work) {
      return !Files.exists(file) && kept.has(digest)
          ? kept.get(digest)
          : cache.get(file, Comparison.FORMAT, work);
    }

    void keep(Comparison comparison) {
      kept.add(digest, names, comparison);
    }
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
