package dev.stranger.stream;

import dev.stranger.Sha256;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.DriftState;
import dev.stranger.score.Detector;
import dev.stranger.score.SharedDetectors;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The monitors of the keys of one task. All that they know is in their {@link DriftStore}s; those
 * in memory only save rebuilding them. Not thread-safe.
 *
 * @param <K> keys with {@code equals} and {@code hashCode}
 * @param <E> what the stores throw
 */
final class DriftKeys<K, E extends Exception> {

  /** Scores that are stored one by one before the state is saved as a whole, at least. */
  static final int FEW = 256;

  /** Of the scores that a state holds, which is rewritten then: 32 bytes for each record. */
  private static final int SHARE = 8;

  private static final int MOST_SCORES = 1 << 20;
  private static final int MARK_BYTES = 32;
  private static final byte WATCHED = 0;
  private static final byte GAVE_ALARM = 1;

  private final Detector detector;
  private final DriftOptions options;
  private final byte[] mark;
  private final Map<K, Live<E>> live;

  /** A key that is in memory; one without a monitor gave alarm and is watched no more. */
  private static final class Live<E extends Exception> {

    private final DriftStore<E> store;
    private final @Nullable DriftMonitor monitor;
    private int since;

    Live(DriftStore<E> store, @Nullable DriftMonitor monitor) {
      this.store = store;
      this.monitor = monitor;
    }
  }

  DriftKeys(SharedDetectors.Lease lease, DriftOptions options) {
    this.detector = lease.detector();
    this.options = options;
    this.mark = mark(lease, options);
    this.live =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, Live<E>> eldest) {
            return size() > options.liveKeys();
          }
        };
  }

  /** State that was made with another detector, or for another guarantee, has another one. */
  private static byte[] mark(SharedDetectors.Lease lease, DriftOptions options) {
    String text =
        "%s %s %d".formatted(lease.sha256(), options.samplesToFalseAlarm(), options.window());
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().parseHex(Sha256.hex(bytes));
  }

  /**
   * One more score of a key.
   *
   * @param opener gives the store of the key, where it is not in memory
   * @return the state in which this score gave alarm, or null when it did not
   */
  @Nullable DriftState add(K key, float score, Supplier<DriftStore<E>> opener) throws E {
    Live<E> now = live.get(key);
    if (now == null) {
      now = load(opener.get());
      live.put(key, now);
    }
    if (now.monitor == null) {
      return null;
    }
    DriftState state = now.monitor.add(score);
    if (state.drifted()) {
      end(key, now.store);
      return state;
    }
    store(score, now, now.monitor);
    return null;
  }

  private void store(float score, Live<E> now, DriftMonitor monitor) throws E {
    now.store.add(score);
    now.since++;
    long held = Math.min(monitor.state().samples(), MOST_SCORES);
    if (now.since >= Math.max(FEW, held / SHARE)) {
      now.store.replace(state(WATCHED, monitor.save()));
      now.since = 0;
    }
  }

  /** Scores are of no use after the alarm. */
  private void end(K key, DriftStore<E> store) throws E {
    live.remove(key);
    if (options.again()) {
      store.clear();
    } else {
      store.replace(state(GAVE_ALARM, new byte[0]));
    }
  }

  /** The next record of the key is its first. */
  void forget(K key, Supplier<DriftStore<E>> opener) throws E {
    Live<E> known = live.remove(key);
    (known == null ? opener.get() : known.store).clear();
  }

  private Live<E> load(DriftStore<E> store) throws E {
    byte[] saved = store.saved();
    if (saved == null || !Arrays.equals(mark, Arrays.copyOf(saved, MARK_BYTES))) {
      store.replace(state(WATCHED, new byte[0]));
      return new Live<>(store, fresh());
    }
    if (saved[MARK_BYTES] == GAVE_ALARM) {
      return new Live<>(store, null);
    }
    DriftMonitor monitor = restore(Arrays.copyOfRange(saved, MARK_BYTES + 1, saved.length));
    Live<E> restored = new Live<>(store, monitor);
    for (float score : store.scoresSince()) {
      monitor.add(score);
      restored.since++;
    }
    return restored;
  }

  private DriftMonitor restore(byte[] saved) {
    return saved.length == 0 ? fresh() : detector.restoreDriftMonitor(saved);
  }

  private DriftMonitor fresh() {
    return detector.endlessDriftMonitor(options.samplesToFalseAlarm(), options.window());
  }

  private byte[] state(byte kind, byte[] monitor) {
    return ByteBuffer.allocate(MARK_BYTES + 1 + monitor.length)
        .put(mark)
        .put(kind)
        .put(monitor)
        .array();
  }
}
