package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.score.DetectorDraft;
import dev.stranger.train.Shard;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.torch.MeetingPoint;
import dev.stranger.train.torch.Ranks;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What a task of a {@link BarrierTraining} does: meets the others and trains with them on its rows,
 * which are kept in memory, or in a file where that has no room for them.
 *
 * @param checkpoint where the first rank keeps the training, or null
 */
record RankTask(
    SampleKind kind,
    BarrierTraining.Options options,
    Dealing dealing,
    @Nullable CheckpointFolder checkpoint)
    implements Serializable {

  /** How long a rank waits for another: longer than a step, a checkpoint or a slow start takes. */
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  /** One outcome on the first rank, none on the others. */
  List<BarrierTraining.Outcome> run(Iterator<Tuple2<Long, float[]>> rows) {
    BarrierTaskContext task = BarrierTaskContext.get();
    int rank = task.partitionId();
    String host = host(task.getTaskInfos()[rank].address());
    try (Meeting meeting = Meeting.of(task, rank, dealing.ranks(), host)) {
      return train(rows, meeting.ranks(), task);
    } catch (DataException e) {
      return rank == 0 ? List.of(new BarrierTraining.Outcome(null, 0, e.getMessage())) : List.of();
    }
  }

  private static String host(String address) {
    int colon = address.lastIndexOf(':');
    return colon < 0 ? address : address.substring(0, colon);
  }

  /** The ranks, and the place where they met. */
  private record Meeting(MeetingPoint place, Ranks ranks) implements AutoCloseable {

    static Meeting of(BarrierTaskContext task, int rank, int size, String host) {
      @Nullable MeetingPoint place = rank == 0 ? MeetingPoint.open(host, TIMEOUT) : null;
      try {
        String first = task.allGather(place == null ? "" : place.address())[0];
        place = place == null ? MeetingPoint.at(first, TIMEOUT) : place;
        return new Meeting(place, place.join(rank, size, host));
      } catch (RuntimeException e) {
        if (place != null) {
          place.close();
        }
        throw e;
      }
    }

    @Override
    public void close() {
      ranks.close();
      place.close();
    }
  }

  private List<BarrierTraining.Outcome> train(
      Iterator<Tuple2<Long, float[]>> rows, Ranks ranks, BarrierTaskContext task) {
    Kept kept = Kept.of(ranks.isFirst() ? checkpoint : null);
    try (kept) {
      Watch watch = new Watch(task, kept);
      return Trainer.fit(shard(rows, ranks), options.get(), watch, kept.asCheckpoint()).stream()
          .map(model -> DetectorDraft.sealed(model.model()))
          .map(file -> new BarrierTraining.Outcome(file, watch.firstEpoch, null))
          .toList();
    } catch (DataException e) {
      throw new DataException(kept.inWords(e.getMessage()), e);
    }
  }

  /** Held-out rows come behind the others. */
  private Shard shard(Iterator<Tuple2<Long, float[]>> rows, Ranks ranks) {
    Iterator<float[]> values =
        CollectionConverters.asJava(CollectionConverters.asScala(rows).map(Tuple2::_2));
    return new Shard(
        kind.dataset(values, dealing.rowsOf(ranks.rank())),
        ranks.isFirst() ? kind.dataset(values, dealing.heldOut()) : null,
        ranks);
  }

  /** The copy of a checkpoint on this machine. Ranks that keep none have no file. */
  static final class Kept implements AutoCloseable {

    private final @Nullable CheckpointFolder folder;
    private final @Nullable Path local;
    private final boolean isOld;
    private @Nullable FileTime sent;

    private Kept(@Nullable CheckpointFolder folder, @Nullable Path local, boolean isOld) {
      this.folder = folder;
      this.local = local;
      this.isOld = isOld;
    }

    /** A complaint about the copy names the file that a user knows. */
    String inWords(String complaint) {
      return folder == null || local == null
          ? complaint
          : complaint.replace(local.toString(), folder.file());
    }

    static Kept of(@Nullable CheckpointFolder folder) {
      if (folder == null) {
        return new Kept(null, null, false);
      }
      Path local = local();
      try {
        boolean isOld = folder.exists();
        if (isOld) {
          folder.copyTo(local);
        }
        return new Kept(folder, local, isOld);
      } catch (RuntimeException e) {
        delete(local);
        throw e;
      }
    }

    private static Path local() {
      try {
        return Files.createTempDirectory("stranger-rank").resolve("checkpoint");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void delete(Path local) {
      try {
        Files.deleteIfExists(local);
        Files.delete(local.getParent());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Nullable CheckpointFile asCheckpoint() {
      return folder == null || local == null
          ? null
          : new CheckpointFile(local, folder.everyEpochs(), isOld);
    }

    /** Sends the file away if it is newer than what was sent last. */
    void send() {
      try {
        if (folder != null && local != null && Files.exists(local)) {
          FileTime time = Files.getLastModifiedTime(local);
          if (!time.equals(sent)) {
            folder.replaceWith(local);
            sent = time;
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      if (local != null) {
        delete(local);
      }
    }
  }

  /** A checkpoint is written behind an epoch, so the next step finds a new one. */
  private static final class Watch implements TrainListener {

    private final BarrierTaskContext task;
    private final Kept kept;
    private int firstEpoch;

    Watch(BarrierTaskContext task, Kept kept) {
      this.task = task;
      this.kept = kept;
    }

    @Override
    public void step(int epoch, int step) {
      firstEpoch = firstEpoch == 0 ? epoch : firstEpoch;
      if (step == 1) {
        kept.send();
      }
    }

    @Override
    public boolean stop() {
      return task.isInterrupted();
    }
  }
}
