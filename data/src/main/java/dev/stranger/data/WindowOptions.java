package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.series.Windowing;
import org.jspecify.annotations.Nullable;

/**
 * How long recordings are cut into windows. Channels are chosen by {@link TableOptions}.
 *
 * @param length of a window in steps
 * @param stride steps from one window to the next; 0 chooses a quarter of the length
 * @param time the time column; null looks for one
 * @param entity the column that tells the recordings of one file apart; null when each file is one
 * @param like what a detector learnt from, which recordings must be like; null before there is one
 */
public record WindowOptions(
    int length,
    int stride,
    @Nullable String time,
    @Nullable String entity,
    @Nullable Windowing like) {

  public WindowOptions {
    if (length < 2) {
      throw new DataException("a window needs 2 steps or more, got " + length);
    }
    if (stride < 0 || stride > length) {
      throw new DataException(
          "a stride lies between 1 and the window of %d steps, got %d".formatted(length, stride));
    }
  }

  /**
   * @param stride 0 chooses a quarter of the length
   */
  public static WindowOptions of(int length, int stride) {
    return new WindowOptions(length, stride, null, null, null);
  }

  /** For recordings that a detector is to judge. */
  public static WindowOptions like(Windowing windowing) {
    return new WindowOptions(
        windowing.length(),
        windowing.stride(),
        windowing.clock().isTimed() ? windowing.clock().column() : null,
        windowing.entity().isEmpty() ? null : windowing.entity(),
        windowing);
  }

  public WindowOptions withTime(@Nullable String time) {
    return new WindowOptions(length, stride, time, entity, like);
  }

  public WindowOptions withEntity(@Nullable String entity) {
    return new WindowOptions(length, stride, time, entity, like);
  }

  int chosenStride() {
    return stride == 0 ? Windowing.usualStride(length) : stride;
  }
}
