package dev.stranger.data;

import java.io.IOException;
import java.io.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out what stands between the fields of a text file. */
final class Separator {

  private static final String CANDIDATES = "\t;|,";
  private static final int LOOK_AHEAD = 1 << 16;

  private static final int LOOKED_AT = 50;

  /** What Excel reads from the first line, and other programs write there for it. */
  private static final Pattern SAID =
      Pattern.compile("(?i)\"?sep=([^\\w\\s\"]|\t)\"?\\1*(?:\\R|$)");

  private Separator() {}

  /**
   * Opens the rows of a file with the separator that its first line names, or its first lines use
   * alike.
   */
  static Rows rows(TextFile text) throws IOException {
    String first = firstLines(text);
    Matcher said = SAID.matcher(first);
    if (said.lookingAt()) {
      return new DelimitedRows(text, said.group(1).charAt(0), 1);
    }
    char separator = guess(first);
    return separator == ' ' ? new SpacedRows(text) : new DelimitedRows(text, separator, 0);
  }

  private static String firstLines(TextFile text) throws IOException {
    try (Reader reader = text.open()) {
      char[] lines = new char[LOOK_AHEAD];
      int length = 0;
      for (int read = 0; read >= 0 && length < lines.length; length += Math.max(0, read)) {
        read = reader.read(lines, length, lines.length - length);
      }
      String first = new String(lines, 0, length);
      if (first.isBlank() && length == lines.length) {
        throw text.file().damaged("begins with nothing but blanks; is it a table?");
      }
      if (first.indexOf('\0') >= 0) {
        throw text.file().damaged("holds NUL characters; is it a table?");
      }
      return length < lines.length ? first : withoutLastLine(first);
    }
  }

  /** It is cut. */
  private static String withoutLastLine(String text) {
    int end = text.lastIndexOf('\n');
    return text.substring(0, end < 0 ? text.length() : end);
  }

  /**
   * What stands equally often in each of the first lines, or else most often in the very first: a
   * decimal comma does not. A comma for a single column, so that its quotes are understood.
   */
  static char guess(String text) {
    String unquoted = text.strip().replaceAll("\"[^\"]*\"", "");
    List<String> lines = unquoted.lines().filter(line -> !line.isBlank()).limit(LOOKED_AT).toList();
    String first = lines.isEmpty() ? "" : lines.get(0);
    char best = first.matches("(?s).*\\s.*") ? ' ' : ',';
    long most = 0;
    for (char candidate : CANDIDATES.toCharArray()) {
      long count = count(first, candidate);
      if (count > 0
          && lines.size() > 1
          && lines.stream().allMatch(line -> count(line, candidate) == count)) {
        return candidate;
      }
      if (count > most) {
        most = count;
        best = candidate;
      }
    }
    return best;
  }

  private static long count(String line, char wanted) {
    return line.chars().filter(c -> c == wanted).count();
  }
}
