package dev.stranger.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** Rows whose fields are numbers with any run of blanks between them. */
final class SpacedRows implements Rows {

  private final BufferedReader reader;
  private long line;

  SpacedRows(InputFile file) throws IOException {
    this.reader = file.openText();
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

  private static List<String> split(String text) {
    StringTokenizer tokens = new StringTokenizer(text);
    List<String> fields = new ArrayList<>(tokens.countTokens());
    while (tokens.hasMoreTokens()) {
      fields.add(tokens.nextToken());
    }
    return fields;
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
