package dev.stranger.data;

import org.jspecify.annotations.Nullable;

/**
 * How files are read that leave a choice: tables, pictures, and rows that may be series.
 *
 * @param series whether rows of numbers are series of one channel, {@code 1xT}, and no table
 * @param windows how long recordings are cut into windows; null when samples are not cut
 */
public record DataOptions(
    TableOptions table, ImageOptions images, boolean series, @Nullable WindowOptions windows) {

  public static final DataOptions DEFAULT =
      new DataOptions(TableOptions.DEFAULT, ImageOptions.DEFAULT, false);

  /** For samples that are not cut. */
  public DataOptions(TableOptions table, ImageOptions images, boolean series) {
    this(table, images, series, null);
  }

  public DataOptions withWindows(@Nullable WindowOptions windows) {
    return new DataOptions(table, images, series, windows);
  }
}
