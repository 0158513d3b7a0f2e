package dev.stranger.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.DriftState;
import dev.stranger.score.SharedDetectors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriftKeysTest {

  private final SharedDetectors.Lease lease = Reading.DETECTOR.open();
  private final Map<String, MemoryStore> stores = new HashMap<>();

  @AfterEach
  void close() {
    lease.close();
  }

  private static final class MemoryStore implements DriftStore<RuntimeException> {

    private byte @Nullable [] saved;
    private final List<Float> scores = new ArrayList<>();
    private long written;

    @Override
    public byte @Nullable [] saved() {
      return saved;
    }

    @Override
    public Iterable<Float> scoresSince() {
      return List.copyOf(scores);
    }

    @Override
    public void add(float score) {
      scores.add(score);
      written += Float.BYTES;
    }

    @Override
    public void replace(byte[] saved) {
      this.saved = saved;
      scores.clear();
      written += saved.length;
    }

    @Override
    public void clear() {
      saved = null;
      scores.clear();
    }
  }

  private Supplier<DriftStore<RuntimeException>> store(String key) {
    return () -> stores.computeIfAbsent(key, absent -> new MemoryStore());
  }

  private DriftKeys<String, RuntimeException> keys(DriftOptions options) {
    return new DriftKeys<>(lease, options);
  }

  private DriftMonitor plain() {
    return lease.detector().endlessDriftMonitor(10_000, 20);
  }

  /** Whether monitors stay in memory, are rebuilt at every record, or from time to time. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void keysAreWatchedAsByMonitorsOfTheirOwn(int liveKeys) {
    DriftKeys<String, RuntimeException> keys = keys(Reading.DRIFT.withLiveKeys(liveKeys));
    Map<String, DriftMonitor> monitors = new HashMap<>();
    Random random = new Random(1);
    int alarms = 0;
    for (int i = 0; i < 6_000 && alarms < 1; i++) {
      String key = "key " + i % 3;
      float score = random.nextFloat() * 0.9f + (key.equals("key 1") && i > 4_000 ? 9 : 0);
      DriftState expected = monitors.computeIfAbsent(key, k -> plain()).add(score);
      DriftState alarm = keys.add(key, score, store(key));
      assertThat(alarm).as("record %d", i).isEqualTo(expected.drifted() ? expected : null);
      alarms += alarm == null ? 0 : 1;
    }
    assertThat(alarms).isEqualTo(1);
  }

  @Test
  void aKeyGivesOneAlarmAndKeepsNoScoresAfterIt() {
    DriftKeys<String, RuntimeException> keys = keys(Reading.DRIFT);
    int alarms = 0;
    for (int i = 0; i < 500; i++) {
      alarms += keys.add("a", 20, store("a")) == null ? 0 : 1;
      if (i % 100 == 99) {
        keys = keys(Reading.DRIFT); // restarted
      }
    }
    assertThat(alarms).isEqualTo(1);
    assertThat(stores.get("a").saved).hasSizeLessThan(50);
    assertThat(stores.get("a").scores).isEmpty();
  }

  @Test
  void aKeyCanBeWatchedAgain() {
    DriftKeys<String, RuntimeException> keys = keys(Reading.DRIFT.watchingAgain());
    List<Long> alarms = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      DriftState alarm = keys.add("a", 20, store("a"));
      if (alarm != null) {
        alarms.add(alarm.samples());
      }
    }
    assertThat(alarms).hasSizeGreaterThan(1).containsOnly(alarms.get(0));
  }

  @Test
  void aForgottenKeyBeginsAnew() {
    DriftKeys<String, RuntimeException> keys = keys(Reading.DRIFT);
    while (keys.add("a", 20, store("a")) == null) {}
    keys.forget("a", store("a"));
    assertThat(stores.get("a").saved).isNull();
    DriftState again = null;
    while (again == null) {
      again = keys.add("a", 20, store("a"));
    }
    assertThat(again.samples()).isLessThan(50);
  }

  @Test
  void anotherGuaranteeBeginsAnew() {
    for (int i = 0; i < 10; i++) {
      keys(Reading.DRIFT).add("a", 20, store("a"));
    }
    assertThat(stores.get("a").scores).hasSize(10);
    keys(new DriftOptions(10_000, 30)).add("a", 20, store("a"));
    assertThat(stores.get("a").scores).hasSize(1);
  }

  @Test
  void aRecordWritesFewBytesHoweverLongTheStreamIs() {
    DriftKeys<String, RuntimeException> keys = keys(new DriftOptions(1e9, 100));
    Random random = new Random(1);
    for (int i = 0; i < 50_000; i++) {
      keys.add("a", random.nextFloat(), store("a"));
    }
    assertThat(stores.get("a").written / 50_000).isLessThan(40);
    assertThat(stores.get("a").saved.length).isLessThan(4 * 50_000 + 1_000);
    assertThat(stores.get("a").scores).hasSizeLessThan(50_000 / 8 + 1);
  }

  @Test
  void impossibleOptionsAreNamed() {
    assertThatThrownBy(() -> new DriftOptions(10, 20))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("window of 1 to 10.0 samples");
    assertThatThrownBy(() -> Reading.DRIFT.withLiveKeys(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Reading.DRIFT.withIdle(java.time.Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
