package dev.stranger.paper.experiment;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Trains several models at the same time: one alone leaves most of a GPU idle.
 *
 * @param atOnce how many
 */
record Workshop(Models models, int atOnce, ExperimentListener listener) {

  record Job(Entrant entrant, long seed) {}

  /**
   * Trains the models that are not there yet. One that cannot be trained is left to whoever needs
   * it; any other mishap ends the work.
   */
  void train(Collection<Job> jobs) {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      List<? extends Future<?>> started =
          distinct(jobs).stream().map(job -> threads.submit(() -> train(job))).toList();
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

  /** Several experiments may want the same model. */
  private Collection<Job> distinct(Collection<Job> jobs) {
    Map<Path, Job> byFile = new LinkedHashMap<>();
    jobs.forEach(job -> byFile.putIfAbsent(models.file(job.entrant(), job.seed()), job));
    return byFile.values();
  }

  private void train(Job job) {
    try {
      models.require(job.entrant(), job.seed(), listener);
    } catch (ModelFailedException e) {
      // Whoever needs it is told again.
    }
  }
}
