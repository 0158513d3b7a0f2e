package dev.stranger.data;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a file, each split into its fields. */
interface Rows extends Closeable {

  /** Opens the rows of one file, every time from the beginning. */
  interface Source {
    Rows open() throws IOException;

    /** Names of columns that hold lists, in any row. */
    default Set<String> lists() {
      return Set.of();
    }
  }

  /** The fields of the next row that is not empty, or null at the end. */
  @Nullable List<String> next() throws IOException;

  /** Whether the file marks a field of the last row as a number, which then has a decimal point. */
  default boolean isNumber(int position) {
    return false;
  }

  /** The line of the file that {@link #next} returned last, counted from one. */
  long line();

  /** The file that it stands in. */
  InputFile file();
}
