package dev.stranger.paper.experiment;

import dev.stranger.train.torch.Compute;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Lets several models learn and judge at the same time: one alone leaves most of a GPU idle. What
 * they find is in the cache then.
 *
 * @param atOnce how many
 */
record Workshop(Models models, Judge judge, int atOnce) {

  /** The model of a seed, and sets that it is to judge. */
  record Job(Entrant entrant, long seed, Experiment experiment) {}

  /**
   * Does the jobs that are not in the cache yet, those of one model one after another. A model that
   * cannot be trained is left to whoever needs it. Any other mishap is told at once, and nothing
   * new is begun; who is at work goes on until the program ends, which a training takes for the
   * time to save itself.
   */
  void work(Collection<Job> jobs) {
    Queue<List<Job>> left = new ConcurrentLinkedQueue<>(missing(jobs));
    int workers = Math.min(atOnce, left.size());
    ExecutorService threads = Executors.newCachedThreadPool();
    CompletionService<Boolean> done = new ExecutorCompletionService<>(threads);
    for (int i = 0; i < workers; i++) {
      done.submit(() -> workOff(left), true);
    }
    threads.shutdown();
    try {
      for (int i = 0; i < workers; i++) {
        done.take().get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // there is no third kind here
    } catch (InterruptedException e) {
      left.clear();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("training was interrupted", e);
    }
  }

  /** What the jobs need that is not trained yet; of models that were stopped, all of it. */
  Workload workload(Collection<Job> jobs) {
    return Workload.of(
        missing(jobs).stream()
            .map(ofOneModel -> ofOneModel.get(0))
            .filter(job -> !Files.exists(models.file(job.entrant(), job.seed())))
            .map(Job::entrant)
            .toList());
  }

  private void workOff(Queue<List<Job>> left) {
    try {
      for (List<Job> next = left.poll(); next != null; next = left.poll()) {
        next.forEach(this::work);
      }
    } finally {
      left.clear(); // of what others would begin after a mishap
    }
  }

  private Collection<List<Job>> missing(Collection<Job> jobs) {
    Map<Path, List<Job>> byFile = new LinkedHashMap<>();
    for (Job job : jobs) {
      if (judge.isMissing(job.entrant(), job.seed(), job.experiment())) {
        Path file = models.file(job.entrant(), job.seed());
        byFile.computeIfAbsent(file, key -> new ArrayList<>()).add(job);
      }
    }
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
