package dev.stranger.data;

/**
 * How files are read that leave a choice: tables, pictures, and rows that may be series.
 *
 * @param series whether rows of numbers are series of one channel, {@code 1xT}, and no table
 */
public record DataOptions(TableOptions table, ImageOptions images, boolean series) {

  public static final DataOptions DEFAULT =
      new DataOptions(TableOptions.DEFAULT, ImageOptions.DEFAULT, false);
}
