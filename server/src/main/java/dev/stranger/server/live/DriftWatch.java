package dev.stranger.server.live;

import dev.stranger.CompleteFile;
import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.DriftState;
import dev.stranger.score.Detector;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Watches the stream of one detector for drift, and keeps what it knows in a file, so that a
 * restart does not forget it. Thread-safe.
 */
public final class DriftWatch {

  private static final System.Logger LOG = System.getLogger("dev.stranger.server");

  /** Far more than a monitor has. */
  private static final int MOST_BYTES = 64 << 20;

  private final Detector detector;
  private final DriftOptions options;
  private final Path file;
  private final Consumer<DriftAlarm> onAlarm;
  private final List<DriftAlarm> alarms = new ArrayList<>();
  private DriftMonitor monitor;
  private long savedSamples;
  private boolean failed;

  /**
   * @param file which may not exist yet
   * @param onAlarm told once for each alarm; must not block
   */
  DriftWatch(Detector detector, DriftOptions options, Path file, Consumer<DriftAlarm> onAlarm) {
    this.detector = detector;
    this.options = options;
    this.file = file;
    this.onAlarm = onAlarm;
    this.monitor = restored();
    this.savedSamples = monitor.state().samples();
    DriftState state = monitor.state();
    known("stream", state.streamAlarm());
    known("window", state.windowAlarm());
  }

  private DriftMonitor restored() {
    try {
      if (Files.exists(file)) {
        return detector.restoreDriftMonitor(read());
      }
    } catch (IOException | DataException e) {
      LOG.log(Level.WARNING, "drift of {0} begins anew: {1}", file.getFileName(), e.getMessage());
    }
    return fresh();
  }

  private byte[] read() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("it has more than %,d bytes".formatted(MOST_BYTES));
      }
      return bytes;
    }
  }

  private DriftMonitor fresh() {
    return detector.endlessDriftMonitor(options.samplesToFalseAlarm(), options.window());
  }

  private void known(String test, OptionalLong after) {
    after.ifPresent(samples -> alarms.add(new DriftAlarm(test, samples, savedTime())));
  }

  /** When an alarm was given before a restart is not saved; it was no later than the file. */
  private Instant savedTime() {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      return Instant.now();
    }
  }

  synchronized void add(List<Verdict> verdicts) {
    for (Verdict verdict : verdicts) {
      DriftState state = monitor.add(verdict);
      if (state.drifted() && alarms.size() < 2) {
        raise("stream", state.streamAlarm());
        raise("window", state.windowAlarm());
      }
    }
  }

  private void raise(String test, OptionalLong after) {
    if (after.isPresent() && alarms.stream().noneMatch(alarm -> alarm.test().equals(test))) {
      DriftAlarm alarm = new DriftAlarm(test, after.getAsLong(), Instant.now());
      alarms.add(alarm);
      onAlarm.accept(alarm);
    }
  }

  public synchronized DriftState state() {
    return monitor.state();
  }

  public synchronized List<DriftAlarm> alarms() {
    return List.copyOf(alarms);
  }

  public int window() {
    return options.window();
  }

  /** Forgets the stream so far, and its alarms. */
  synchronized void reset() {
    monitor = fresh();
    alarms.clear();
    savedSamples = -1;
    save();
  }

  /** Writes what changed since the last time; a folder that cannot be written is named once. */
  synchronized void save() {
    long samples = monitor.state().samples();
    if (samples == savedSamples) {
      return;
    }
    try {
      byte[] bytes = monitor.save();
      CompleteFile.write(file, out -> out.write(bytes));
      savedSamples = samples;
      failed = false;
    } catch (RequestException e) {
      if (!failed) {
        LOG.log(Level.WARNING, "drift is forgotten at a restart: {0}", e.getMessage());
      }
      failed = true;
    }
  }
}
