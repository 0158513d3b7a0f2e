package dev.stranger.data;

import dev.stranger.Shape;
import java.util.Set;

/** What data holds, which decides what is left to choose when it is read. */
public enum DataKind {
  /**
   * Rows of a text file or a folder of them: columns and label can be chosen, and whether rows are
   * series or time steps.
   */
  TABLE("a table"),
  /** An array of two dimensions: its rows may be series. */
  ROWS("rows of numbers"),
  /** An array of three dimensions: grey pictures, or series of several channels. */
  STACK("an array of three dimensions"),
  SERIES("series"),
  PICTURES("pictures");

  /** Kinds that can be recordings or series. */
  public static final Set<DataKind> RECORDED = Set.of(TABLE, ROWS, STACK);

  private final String words;

  DataKind(String words) {
    this.words = words;
  }

  /** What samples of a shape are, unless they are rows of a text file. */
  public static DataKind of(Shape shape) {
    return shape.isImage() ? PICTURES : shape.rank() == 1 ? ROWS : SERIES;
  }

  @Override
  public String toString() {
    return words;
  }
}
