package dev.stranger.paper.experiment;

import dev.stranger.CompleteFile;
import dev.stranger.DataException;
import dev.stranger.StrangerException;
import dev.stranger.score.Detector;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.engine.TorchEngine;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.torch.Compute;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/** Trained models in the cache, and training of those that are not there yet. */
final class Models {

  private static final String STOPPED = "training was stopped; the same command goes on from there";

  /** How often training is saved: now and then is enough, for saving takes as long as an epoch. */
  private static final int SAVES = 20;

  private final Cache cache;
  private final Map<Path, ModelFailedException> failed = new ConcurrentHashMap<>();

  Models(Cache cache) {
    this.cache = cache;
  }

  /** Where the model of a seed is, or will be. */
  Path file(Entrant entrant, long seed) {
    return cache.file("models", entrant.name() + "-" + seed, determinants(entrant, seed), "onnx");
  }

  /** Everything that a model depends on. */
  String determinants(Entrant entrant, long seed) {
    return entrant.options().withSeed(seed).text() + "\ndata=" + entrant.training().content();
  }

  /** The detector of a model, trained when it is missing; on a GPU it judges there too. */
  Detector open(Entrant entrant, long seed, ExperimentListener listener) {
    require(entrant, seed, listener);
    Path file = file(entrant, seed);
    Compute compute = Compute.on(entrant.options().device());
    return compute.isCuda() ? openInLibtorch(file, compute) : Detector.open(file);
  }

  /** What libtorch does not know, as a forest, or judges differently, is left to ONNX Runtime. */
  static Detector openInLibtorch(Path file, Compute compute) {
    try {
      return TorchEngine.open(file, compute);
    } catch (StrangerException notThere) {
      return Detector.open(file);
    }
  }

  /**
   * Trains a model unless it is there. Waits when another run is training it.
   *
   * @throws ModelFailedException when it cannot be learnt; what cannot be kept ends the run
   */
  void require(Entrant entrant, long seed, ExperimentListener listener) {
    Path file = file(entrant, seed);
    if (Files.exists(file)) {
      return;
    }
    if (failed.containsKey(file)) {
      throw failed.get(file); // it would fail again
    }
    try (FileLock lock = cache.lock(file, () -> listener.waiting(entrant.name(), seed))) {
      if (!Files.exists(file)) {
        train(entrant, seed, file, listener);
      }
    } catch (IOException e) {
      throw new DataException("cannot give %s free (%s)".formatted(file, e.getMessage()), e);
    }
  }

  /** Goes on from the checkpoint of a run that was killed. */
  private void train(Entrant entrant, long seed, Path file, ExperimentListener listener) {
    Path checkpoint = file.resolveSibling(file.getFileName() + ".checkpoint");
    CompleteFile.requireWritable(checkpoint);
    int epochs = Math.max(1, entrant.options().learning().epochs() / SAVES);
    CheckpointFile saved = new CheckpointFile(checkpoint, epochs, Files.exists(checkpoint));
    learn(entrant, seed, saved, listener).save(file);
    delete(checkpoint);
  }

  private TrainedModel learn(
      Entrant entrant, long seed, CheckpointFile saved, ExperimentListener listener) {
    try (ExperimentListener.Training heard = listener.training(entrant.name(), seed)) {
      return learn(entrant, seed, saved, heard);
    } catch (StrangerException e) {
      ModelFailedException failure =
          new ModelFailedException("%s, seed %d".formatted(entrant.name(), seed), e);
      failed.put(file(entrant, seed), failure);
      throw failure;
    }
  }

  private static TrainedModel learn(
      Entrant entrant, long seed, CheckpointFile saved, ExperimentListener.Training heard) {
    try {
      return Trainer.fit(entrant.training().data(), entrant.options().withSeed(seed), heard, saved);
    } catch (CancellationException e) {
      // Said here: after Ctrl-C the virtual machine may end as soon as the listener is closed.
      heard.note(STOPPED);
      throw new CancellationException(STOPPED);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new DataException("cannot delete %s (%s)".formatted(file, e.getMessage()), e);
    }
  }
}
