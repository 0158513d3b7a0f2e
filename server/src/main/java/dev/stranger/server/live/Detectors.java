package dev.stranger.server.live;

import dev.stranger.DetectorFileException;
import dev.stranger.RequestException;
import dev.stranger.StrangerException;
import dev.stranger.score.Detector;
import dev.stranger.server.live.LiveDetector.Surroundings;
import dev.stranger.server.live.SeenFiles.Look;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The detectors of a file or a folder, by name. The folder is looked at every second: a new or
 * changed file is opened and verified, and takes over when it can judge; a bad one is refused, and
 * the version before stays. A file that is removed from a folder is withdrawn after some seconds.
 * Thread-safe.
 */
public final class Detectors implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger("dev.stranger.server");
  private static final String ENDING = ".onnx";

  /** Looks at a folder without a file that was there: it may be about to be replaced. */
  private static final int PATIENCE = 5;

  private final Path place;
  private final boolean single;
  private final Surroundings around;
  private final Map<String, LiveDetector> live = new ConcurrentSkipListMap<>();
  private final SeenFiles seen = new SeenFiles();
  private final Map<String, Integer> missing = new HashMap<>();
  private final ScheduledExecutorService poller =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "detectors");
            thread.setDaemon(true);
            return thread;
          });
  private boolean complained;
  private volatile boolean closing;

  private Detectors(Path place, Surroundings around) {
    this.place = place;
    this.single = !Files.isDirectory(place);
    this.around = around;
  }

  /**
   * Opens all there are.
   *
   * @param place a detector file, or a folder of them
   * @param webhook told of alarms; may be null
   * @param answerers where what follows a verdict is done, so that the next batch does not wait
   * @throws StrangerException when there is none, or the only one is bad
   */
  public static Detectors open(
      Path place,
      OpenSettings settings,
      Metrics metrics,
      @Nullable Webhook webhook,
      Executor answerers) {
    Detectors detectors =
        new Detectors(place, new Surroundings(settings, metrics, webhook, answerers));
    try {
      detectors.openAll();
    } catch (RuntimeException e) {
      detectors.close();
      throw e;
    }
    detectors.poller.scheduleWithFixedDelay(detectors::look, 1, 1, TimeUnit.SECONDS);
    long pause = settings.drift().saveEvery().toMillis();
    detectors.poller.scheduleWithFixedDelay(
        detectors::saveDrift, pause, pause, TimeUnit.MILLISECONDS);
    return detectors;
  }

  private void openAll() {
    Map<String, Path> files = files();
    files.forEach(
        (name, file) -> {
          @Nullable StrangerException bad = tryReplace(name, file);
          if (bad != null && single) {
            throw bad;
          }
        });
    if (live.isEmpty()) {
      throw new RequestException(
          files.isEmpty()
              ? "%s holds no detectors (*%s); train one into it".formatted(place, ENDING)
              : "none of the %d detectors in %s can be opened".formatted(files.size(), place));
    }
  }

  private Map<String, Path> files() {
    if (single) {
      if (!Files.isRegularFile(place)) {
        throw new RequestException(
            "there is no detector %s; train one, or name a folder of them".formatted(place));
      }
      return Map.of(name(place), place);
    }
    Map<String, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(place)) {
      all.filter(file -> file.getFileName().toString().endsWith(ENDING))
          .filter(Files::isRegularFile)
          .forEach(file -> files.put(name(file), file));
    } catch (IOException | UncheckedIOException e) {
      throw new RequestException(
          "cannot read the folder %s (%s)".formatted(place, e.getMessage()), e);
    }
    return files;
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }

  private void look() {
    try {
      Map<String, Path> files = files();
      files.forEach(this::replaceIfDue);
      withdraw(files.keySet());
      complained = false;
    } catch (RuntimeException | Error e) { // it must look again
      if (!complained) {
        LOG.log(Level.WARNING, "{0}; the detectors stay as they are", e.getMessage());
      }
      complained = true;
    }
  }

  private void replaceIfDue(String name, Path file) {
    try {
      if (seen.isDue(name, Look.at(file))) {
        tryReplace(name, file);
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "{0} is being replaced", file);
    }
  }

  /** Why a file was refused, or null when it took over. */
  private @Nullable StrangerException tryReplace(String name, Path file) {
    try {
      Look before = Look.at(file);
      seen.tried(name, before);
      FileVersion version = FileVersion.read(file);
      if (!Look.at(file).equals(before)) {
        return null; // still being written: the next look sees it again
      }
      @Nullable LiveDetector old = live.get(name);
      if (old == null || !old.file().sha256().equals(version.sha256())) {
        replace(name, file, version, old);
      }
      return null;
    } catch (IOException e) {
      return postponed(name, new RequestException("cannot read %s (%s)".formatted(file, e), e));
    } catch (StrangerException e) {
      return refused(name, e);
    } catch (OutOfMemoryError e) {
      return postponed(name, cannotOpen(file, e));
    } catch (RuntimeException e) {
      return refused(name, cannotOpen(file, e));
    }
  }

  private static DetectorFileException cannotOpen(Path file, Throwable e) {
    return new DetectorFileException("cannot open %s (%s)".formatted(file, e), e);
  }

  /** The file itself may be sound. */
  private StrangerException postponed(String name, StrangerException why) {
    return seen.postpone(name) ? refused(name, why) : why;
  }

  private StrangerException refused(String name, StrangerException why) {
    around.metrics().refused(name);
    LOG.log(
        Level.WARNING,
        live.containsKey(name) ? "{0}; the version before stays" : "{0}",
        why.getMessage());
    return why;
  }

  private void replace(String name, Path file, FileVersion version, @Nullable LiveDetector old) {
    Detector detector = Detector.open(version.content(), file.toString(), around.settings().open());
    LiveDetector opened;
    try {
      StreamView stream = old == null ? new StreamView() : old.stream();
      opened = new LiveDetector(name, version, detector, stream, driftFile(file), around);
    } catch (RuntimeException | Error e) {
      detector.close();
      throw e;
    }
    live.put(name, opened);
    around.metrics().opened(name, version.version());
    LOG.log(Level.INFO, "{0} judges in version {1}", name, version.version());
    if (old != null) {
      old.retire();
    }
  }

  private Path driftFile(Path file) {
    @Nullable Path folder = around.settings().state();
    Path beside = file.resolveSibling(file.getFileName() + ".drift");
    return folder == null ? beside : folder.resolve(beside.getFileName());
  }

  private void withdraw(Set<String> present) {
    missing.keySet().removeAll(present);
    for (String name : new HashSet<>(live.keySet())) {
      if (!present.contains(name) && missing.merge(name, 1, Integer::sum) >= PATIENCE) {
        missing.remove(name);
        seen.forget(name);
        LOG.log(Level.INFO, "{0} is withdrawn: its file was removed", name);
        live.remove(name).retire();
        around.metrics().withdrawn(name);
      }
    }
  }

  private void saveDrift() {
    live.values().forEach(detector -> detector.drift().save());
  }

  public Collection<LiveDetector> all() {
    return List.copyOf(live.values());
  }

  /** Whether there is a detector, and none is about to stop. */
  public boolean isReady() {
    return !closing && !live.isEmpty();
  }

  /**
   * The one of this name; without a name, the only one.
   *
   * @throws UnknownDetectorException when there is none
   * @throws RequestException when there are several, and no name
   */
  public LiveDetector get(@Nullable String name) {
    if (name == null) {
      List<LiveDetector> all = List.copyOf(live.values());
      if (all.size() == 1) {
        return all.get(0);
      }
      if (all.isEmpty()) {
        throw new UnknownDetectorException("there is no detector now; put one into the folder");
      }
      throw new RequestException(
          "there are %d detectors; choose one of %s with ?detector="
              .formatted(all.size(), String.join(", ", live.keySet())));
    }
    @Nullable LiveDetector found = live.get(name);
    if (found == null) {
      throw new UnknownDetectorException(
          "there is no detector '%s'; there are %s"
              .formatted(name, String.join(", ", live.keySet())));
    }
    return found;
  }

  /**
   * Reads, judges and answers a request.
   *
   * @param begun when it came, by {@link System#nanoTime}
   * @param reader makes samples for the detector of what was sent
   */
  public CompletableFuture<Judged> judge(
      @Nullable String name, long begun, Function<LiveDetector, Question> reader) {
    while (true) {
      LiveDetector detector = get(name);
      try {
        return detector.judge(announced(detector, reader), begun);
      } catch (RetiredException e) {
        if (closing) {
          throw new BusyException("the server stops; send the request to another one");
        }
      }
    }
  }

  /** Others wait for a request while it is read, but it does not wait for itself. */
  private static Question announced(
      LiveDetector detector, Function<LiveDetector, Question> reader) {
    detector.announce();
    try {
      return reader.apply(detector);
    } finally {
      detector.arrived();
    }
  }

  /** Finishes what was accepted, refuses the rest, and keeps what is known of drift. */
  @Override
  public void close() {
    closing = true;
    poller.shutdown();
    try {
      poller.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    live.values().forEach(LiveDetector::retire);
  }
}
