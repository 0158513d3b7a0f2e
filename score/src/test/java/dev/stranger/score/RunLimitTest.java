package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunLimitTest {

  @BeforeAll
  static void loadRuntime() {
    OnnxRuntime.environment();
  }

  /** Networks are run batch after batch: what each would leave until its time is up adds up. */
  @Test
  void aRunThatHasEndedLeavesNothingBehind() throws Exception {
    RunLimit limit = new RunLimit(Duration.ofDays(1));
    limit.close();
    WeakReference<RunLimit> left = new WeakReference<>(limit);
    limit = null;
    while (left.get() != null) {
      System.gc();
      Thread.sleep(10);
    }
  }

  @Test
  void aRunWithoutALimitNeverPassesIt() throws Exception {
    try (RunLimit limit = new RunLimit(null)) {
      assertThat(limit.isPassed()).isFalse();
    }
  }

  @Test
  void aRunPassesItsLimitWhenItsTimeIsUp() throws Exception {
    try (RunLimit limit = new RunLimit(Duration.ofMillis(20))) {
      while (!limit.isPassed()) {
        Thread.sleep(1);
      }
      assertThat(limit.options()).isNotNull();
    }
  }
}
