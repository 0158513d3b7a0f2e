package dev.stranger.cli;

import dev.stranger.VisibleText;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows how long work is getting on: a bar on a terminal, a plain line now and then elsewhere. */
interface Progress extends AutoCloseable {

  /** The first call says what was done before and does not count for the rate. */
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
    return onTerminal()
        ? new Bar(VisibleText.of(task), total, unit)
        : new Lines(out, task, total, unit, System::nanoTime);
  }

  /** From Java 22 on there is a console in a pipe too, which can be asked what it is. */
  private static boolean onTerminal() {
    Console console = System.console();
    try {
      return console != null && (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** A bar with rate and time left. */
  final class Bar implements Progress {

    private final ProgressBarBuilder builder;
    private @Nullable ProgressBar bar;

    Bar(String task, long total, String unit) {
      builder =
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
    }

    @Override
    public void to(long done) {
      if (bar == null) {
        bar = builder.startsFrom(done, Duration.ZERO).build();
      }
      bar.stepTo(done);
    }

    @Override
    public void note(String words) {
      if (bar != null) {
        bar.setExtraMessage(" " + words);
      }
    }

    @Override
    public void close() {
      if (bar != null) {
        bar.close();
      }
    }
  }

  /** A line whenever a few seconds have passed. */
  final class Lines implements Progress {

    private static final long PAUSE = Duration.ofSeconds(5).toNanos();

    private final PrintWriter out;
    private final String task;
    private final long total;
    private final String unit;
    private final LongSupplier nanoTime;
    private long first = -1;
    private long start;
    private long last;
    private String note = "";

    Lines(PrintWriter out, String task, long total, String unit, LongSupplier nanoTime) {
      this.out = out;
      this.task = task;
      this.total = total;
      this.unit = unit;
      this.nanoTime = nanoTime;
    }

    @Override
    public void to(long done) {
      long now = nanoTime.getAsLong();
      if (first < 0) {
        first = done;
        start = now;
        last = now;
      }
      if (now - last < PAUSE) {
        return;
      }
      last = now;
      double rate = (done - first) / ((now - start) / 1e9);
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
