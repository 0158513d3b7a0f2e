package dev.stranger.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.stranger.DataException;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects of JSON, one a line or in one list. The first row has the names that occur in any of
 * them; an object without a name has a gap there.
 */
final class JsonRows implements Rows {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private final InputFile file;
  private final JsonParser json;
  private final Map<String, Integer> names;
  private final boolean collects;
  private final BitSet nested = new BitSet();
  private boolean begun;
  private long line = 1;

  private JsonRows(TextFile text, Map<String, Integer> names, boolean collects) throws IOException {
    this.file = text.file();
    this.json = FACTORY.createParser(text.open());
    this.names = names;
    this.collects = collects;
  }

  /** Whether text begins like an object, or a list of them; names of columns have brackets too. */
  static boolean isJson(TextFile text) throws IOException {
    try (Reader reader = text.open()) {
      int first = afterBlanks(reader);
      int second = first == '{' || first == '[' ? afterBlanks(reader) : -1;
      return first == '{' && (second == '"' || second == '}') || first == '[' && second == '{';
    }
  }

  private static int afterBlanks(Reader reader) throws IOException {
    int c = reader.read();
    while (c >= 0 && Character.isWhitespace(c)) {
      c = reader.read();
    }
    return c;
  }

  /** Reads all names. */
  static Source source(TextFile text) throws IOException {
    Map<String, Integer> names = new LinkedHashMap<>();
    try (JsonRows all = new JsonRows(text, names, true)) {
      while (all.next() != null) {
        // collects names
      }
    }
    return () -> new JsonRows(text, names, false);
  }

  @Override
  public @Nullable List<String> next() throws IOException {
    try {
      if (!begun && !collects) {
        begun = true;
        return names.isEmpty() ? null : List.copyOf(names.keySet());
      }
      return object();
    } catch (JsonProcessingException e) {
      throw file.damaged(
          "cannot be read as JSON after row %d (%s); mend what follows"
              .formatted(line, e.getOriginalMessage().lines().findFirst().orElse("")));
    }
  }

  private @Nullable List<String> object() throws IOException {
    JsonToken token = json.nextToken();
    while (token == JsonToken.START_ARRAY && json.getParsingContext().getNestingDepth() == 1
        || token == JsonToken.END_ARRAY) {
      token = json.nextToken();
    }
    if (token == null) {
      return null;
    }
    line = json.currentTokenLocation().getLineNr();
    if (token != JsonToken.START_OBJECT) {
      throw file.damaged(
          "has %s in row %d, where an object is needed; write each sample as an object"
              .formatted(json.getText(), line));
    }
    return fields();
  }

  private List<String> fields() throws IOException {
    String[] row = new String[names.size()];
    Arrays.fill(row, "");
    nested.clear();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (collects) {
        collect(name);
      } else {
        row[names.get(name)] = text(value, names.get(name));
      }
      json.skipChildren();
    }
    return Arrays.asList(row);
  }

  private void collect(String name) {
    names.putIfAbsent(name, names.size());
    if (names.size() > SpacedRows.MAX_COLUMNS) {
      throw file.damaged(
          "has more than %,d names up to row %d; is it a table?"
              .formatted(SpacedRows.MAX_COLUMNS, line));
    }
  }

  private String text(JsonToken value, int position) throws IOException {
    if (value.isStructStart()) {
      nested.set(position);
      return "";
    }
    return value == JsonToken.VALUE_NULL ? "" : json.getText();
  }

  /**
   * @param positions of the columns that are read
   * @throws DataException when one of them holds an object or a list in the last row
   */
  void requireFlat(List<Integer> positions) {
    for (int i : nested.isEmpty() ? List.<Integer>of() : positions) {
      if (nested.get(i)) {
        String name = new ArrayList<>(names.keySet()).get(i);
        throw file.unusable(
            "has an object or a list in '%s' in row %d; give its values names of their own, or leave it out"
                .formatted(name, line),
            List.of(name));
      }
    }
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
    json.close();
  }
}
