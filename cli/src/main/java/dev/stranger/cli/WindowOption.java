package dev.stranger.cli;

import dev.stranger.data.WindowOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how long recordings are cut into windows. A detector keeps them. */
final class WindowOption {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--window",
      converter = Converters.Count.class,
      paramLabel = "N",
      description =
          "With --series: each row is a time step of a long recording, each column a channel; cut"
              + " it into windows of N steps. A folder holds several recordings.")
  private @Nullable Integer window;

  @Option(
      names = "--stride",
      converter = Converters.Count.class,
      paramLabel = "M",
      description = "Steps from one window to the next (default: a quarter of --window).")
  private @Nullable Integer stride;

  @Option(
      names = "--time",
      paramLabel = "NAME",
      description = "Column with the time of a step (default: found by its name, or by dates).")
  private @Nullable String time;

  @Option(
      names = "--entity",
      paramLabel = "NAME",
      description = "Column that tells the recordings in one file apart, such as the machine.")
  private @Nullable String entity;

  boolean isGiven() {
    return window != null;
  }

  /**
   * @param series whether --series is given
   * @return null where samples are not cut
   */
  @Nullable WindowOptions options(boolean series) {
    if (window == null) {
      requireNone("--stride", stride);
      requireNone("--time", time);
      requireNone("--entity", entity);
      return null;
    }
    if (!series) {
      throw wrong("--window cuts recordings; add --series");
    }
    if (stride != null && stride > window) {
      throw wrong(
          "--stride %d leaves steps out between windows of %d; choose %d or less"
              .formatted(stride, window, window));
    }
    return WindowOptions.of(window, stride == null ? 0 : stride).withTime(time).withEntity(entity);
  }

  /**
   * Refuses what means nothing for windows.
   *
   * @param label a column that is given as the label
   * @param id a column that is given as the name
   * @param types whether kinds of columns are given
   */
  void requireAlone(@Nullable String label, @Nullable String id, boolean types) {
    if (window == null) {
      return;
    }
    if (label != null) {
      throw wrong("windows have no labels; leave the column out: --drop %s".formatted(label));
    }
    if (id != null) {
      throw wrong(
          "--id is for tables, windows are named by their steps; name the time with --time, or"
              + " what tells recordings apart with --entity");
    }
    if (types) {
      throw wrong("--types is for tables, a channel holds numbers; leave it out");
    }
  }

  /** Refuses to tell windows apart by labels. */
  void requireNotByLabel() {
    if (window != null) {
      throw wrong("windows have no labels; leave out --by-label");
    }
  }

  private void requireNone(String option, @Nullable Object value) {
    if (value != null) {
      throw wrong("%s is for recordings; add --series --window N".formatted(option));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
