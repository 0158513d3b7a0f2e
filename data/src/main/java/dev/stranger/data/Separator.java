package dev.stranger.data;

import java.io.IOException;
import java.io.Reader;

/** Finds out what stands between the fields of a text file. */
final class Separator {

  private static final String CANDIDATES = ",\t;|";
  private static final int LOOK_AHEAD = 1 << 16;

  private Separator() {}

  /** Opens the rows of a file with whatever separator its first line uses most. */
  static Rows rows(InputFile file) throws IOException {
    char separator = guess(firstLine(file));
    return separator == ' ' ? new SpacedRows(file) : new DelimitedRows(file, separator);
  }

  private static String firstLine(InputFile file) throws IOException {
    try (Reader reader = file.openText()) {
      StringBuilder line = new StringBuilder();
      boolean blank = true;
      for (int c = reader.read(); c >= 0 && line.length() < LOOK_AHEAD; c = reader.read()) {
        if (c == '\n' && !blank) {
          break;
        }
        blank &= Character.isWhitespace(c);
        line.append((char) c);
      }
      return line.toString();
    }
  }

  /** A comma for a single column, so that its quotes are understood. */
  static char guess(String line) {
    String unquoted = line.strip().replaceAll("\"[^\"]*\"", "");
    char best = unquoted.matches("(?s).*\\s.*") ? ' ' : ',';
    long most = 0;
    for (char candidate : CANDIDATES.toCharArray()) {
      long count = unquoted.chars().filter(c -> c == candidate).count();
      if (count > most) {
        most = count;
        best = candidate;
      }
    }
    return best;
  }
}
