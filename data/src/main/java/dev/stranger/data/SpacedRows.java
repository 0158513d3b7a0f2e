package dev.stranger.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** Rows whose fields are numbers with any run of blanks between them. */
final class SpacedRows implements Rows {

  /** As many as rows with a separator may have. */
  static final int MAX_COLUMNS = 1 << 14;

  private final InputFile file;
  private final BufferedReader reader;
  private long line;

  SpacedRows(TextFile text) throws IOException {
    this.file = text.file();
    this.reader = new BufferedReader(new LineLimit(text.open(), file));
  }

  @Override
  public @Nullable List<String> next() throws IOException {
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      line++;
      if (!text.isBlank()) {
        return split(text);
      }
    }
    return null;
  }

  private List<String> split(String text) {
    StringTokenizer tokens = new StringTokenizer(text);
    List<String> fields = new ArrayList<>();
    while (tokens.hasMoreTokens()) {
      if (fields.size() == MAX_COLUMNS) {
        throw file.damaged(
            "has more than %,d columns in row %d; leave some out, or save numbers as .npy"
                .formatted(MAX_COLUMNS, line));
      }
      fields.add(tokens.nextToken());
    }
    return fields;
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public InputFile file() {
    return file;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
