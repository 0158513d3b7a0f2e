package dev.stranger.data;

/** How files are read that leave a choice: tables and pictures. */
public record DataOptions(TableOptions table, ImageOptions images) {

  public static final DataOptions DEFAULT =
      new DataOptions(TableOptions.DEFAULT, ImageOptions.DEFAULT);
}
