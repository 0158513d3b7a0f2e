package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import dev.stranger.DataException;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** What reading a crafted file may cost: some seconds, some megabytes, and one line at most. */
final class Effort {

  private static final Duration TIME = Duration.ofSeconds(20);

  private Effort() {}

  /** Runs what may end with a {@link DataException}, and with nothing else. */
  static void bounded(String what, int megabytes, Runnable work) {
    assertTimeoutPreemptively(
        TIME,
        () -> {
          ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
          long before = threads.getCurrentThreadAllocatedBytes();
          try {
            work.run();
          } catch (DataException e) {
            assertThat(e.getMessage()).as(what).isNotBlank().doesNotContain("\n");
            assertThat(e.getMessage().length()).as(what).isLessThan(1000);
          }
          long taken = threads.getCurrentThreadAllocatedBytes() - before >> 20;
          assertThat(taken).as("%s: megabytes allocated", what).isLessThan(megabytes);
        },
        what);
  }
}
