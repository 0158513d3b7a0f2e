package dev.stranger.paper.experiment;

import dev.stranger.train.torch.Compute;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Lets several models learn and judge at the same time: one alone leaves most of a GPU idle. What
 * they find is in the cache then.
 *
 * @param atOnce how many
 */
record Workshop(Models models, Judge judge, int atOnce) {

  /** The model of a seed, and sets that it has yet to judge. */
  record Job(Entrant entrant, long seed, Experiment experiment) {}

  /**
   * Does all jobs, those of one model one after another. A model that cannot be trained is left to
   * whoever needs it; any other mishap ends the work.
   */
  void work(Collection<Job> jobs) {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      List<? extends Future<?>> started =
          byModel(jobs).stream()
              .map(some -> threads.submit(() -> some.forEach(this::work)))
              .toList();
      for (Future<?> job : started) {
        job.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // there is no third kind here
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("training was interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private Collection<List<Job>> byModel(Collection<Job> jobs) {
    Map<Path, List<Job>> byFile = new LinkedHashMap<>();
    jobs.forEach(
        job ->
            byFile
                .computeIfAbsent(models.file(job.entrant(), job.seed()), file -> new ArrayList<>())
                .add(job));
    return byFile.values();
  }

  private void work(Job job) {
    Compute compute = Compute.on(job.entrant().options().device());
    try {
      compute.alone(() -> judge.compare(job.entrant(), job.seed(), job.experiment()));
    } catch (ModelFailedException e) {
      // Whoever needs it is told again.
    }
  }
}
