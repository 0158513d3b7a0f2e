package dev.stranger.cli;

import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how long work is getting on: a bar on a terminal, a plain line now and then elsewhere. */
interface Progress extends AutoCloseable {

  void to(long done);

  /** A few words on how it goes, shown with the next update. */
  void note(String words);

  @Override
  void close();

  /** Shows nothing. */
  static Progress none() {
    return new Progress() {
      @Override
      public void to(long done) {}

      @Override
      public void note(String words) {}

      @Override
      public void close() {}
    };
  }

  /**
   * @param total of {@code unit}s, or -1 when it is not known
   */
  static Progress start(PrintWriter out, String task, long total, String unit) {
    return System.console() == null
        ? new Lines(out, task, total, unit)
        : new Bar(task, total, unit);
  }

  /** A bar with rate and time left. */
  final class Bar implements Progress {

    private final ProgressBar bar;

    Bar(String task, long total, String unit) {
      ProgressBarBuilder builder =
          ProgressBar.builder()
              .setTaskName(task)
              .setInitialMax(total)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(200)
              .showSpeed();
      if (unit.equals("byte")) {
        builder.setUnit(" MiB", 1 << 20);
      } else {
        builder.setUnit(" " + unit, 1);
      }
      this.bar = builder.build();
    }

    @Override
    public void to(long done) {
      bar.stepTo(done);
    }

    @Override
    public void note(String words) {
      bar.setExtraMessage(" " + words);
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /** A line whenever a few seconds have passed. */
  final class Lines implements Progress {

    private static final long PAUSE = Duration.ofSeconds(5).toNanos();

    private final PrintWriter out;
    private final String task;
    private final long total;
    private final String unit;
    private final long start = System.nanoTime();
    private long last = start;
    private String note = "";

    Lines(PrintWriter out, String task, long total, String unit) {
      this.out = out;
      this.task = task;
      this.total = total;
      this.unit = unit;
    }

    @Override
    public void to(long done) {
      long now = System.nanoTime();
      if (now - last < PAUSE) {
        return;
      }
      last = now;
      double rate = done / ((now - start) / 1e9);
      String left = total > 0 && rate > 0 ? ", %.0f s left".formatted((total - done) / rate) : "";
      out.printf(
          "%s: %,d%s %ss, %.1f a second%s%s%n",
          task, done, total > 0 ? " of %,d".formatted(total) : "", unit, rate, left, note);
      out.flush();
    }

    @Override
    public void note(String words) {
      note = ", " + words;
    }

    @Override
    public void close() {}
  }
}
