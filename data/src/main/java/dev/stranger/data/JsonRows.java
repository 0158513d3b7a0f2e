package dev.stranger.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.stranger.VisibleText;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects of JSON, one a line or in one list. The first row has the names that occur in any of
 * them; an object without a name has a gap there. The value {@code b} of an object {@code a} in an
 * object is called {@code a.b}; a list counts as a gap.
 */
final class JsonRows implements Rows {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  /** What may follow the bracket of a list: values, also where objects are needed. */
  private static final String IN_LIST = "{[\"-0123456789";

  private final InputFile file;
  private final JsonParser json;
  private final Map<String, Integer> names;
  private final @Nullable Set<String> lists;
  private final BitSet numbers = new BitSet();
  private boolean begun;
  private long line = 1;

  /**
   * @param lists takes the names of lists while names are collected, null afterwards
   */
  private JsonRows(TextFile text, Map<String, Integer> names, @Nullable Set<String> lists)
      throws IOException {
    this.file = text.file();
    this.json = FACTORY.createParser(text.open());
    this.names = names;
    this.lists = lists;
  }

  /** Whether text begins like an object, or a list; names of columns have brackets too. */
  static boolean isJson(TextFile text) throws IOException {
    try (Reader reader = text.open()) {
      int first = afterBlanks(reader);
      int second = first == '{' || first == '[' ? afterBlanks(reader) : -1;
      return first == '{' && (second == '"' || second == '}')
          || first == '[' && second >= 0 && IN_LIST.indexOf(second) >= 0
          || first == '[' && second == ']' && afterBlanks(reader) < 0;
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
    Set<String> lists = new HashSet<>();
    try (JsonRows all = new JsonRows(text, names, lists)) {
      while (all.next() != null) {
        // collects names
      }
    }
    return new Objects(text, names, lists);
  }

  private record Objects(TextFile text, Map<String, Integer> names, Set<String> lists)
      implements Source {

    @Override
    public Rows open() throws IOException {
      return new JsonRows(text, names, null);
    }
  }

  @Override
  public @Nullable List<String> next() throws IOException {
    try {
      if (!begun && lists == null) {
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
    String[] row = new String[names.size()];
    Arrays.fill(row, "");
    numbers.clear();
    fields("", row);
    return Arrays.asList(row);
  }

  /**
   * @param prefix in front of the names
   */
  private void fields(String prefix, String[] row) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = prefix + json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT) {
        fields(name + ".", row);
      } else if (lists != null) {
        collect(name, value, lists);
      } else if (value != JsonToken.VALUE_NULL && value != JsonToken.START_ARRAY) {
        int position = position(name);
        row[position] = json.getText();
        numbers.set(position, value.isNumeric());
      }
      json.skipChildren();
    }
  }

  private int position(String name) {
    @Nullable Integer position = names.get(name);
    if (position == null) {
      throw file.damaged(
          "has '%s' in row %d, which was not there at first; read a copy that does not change"
              .formatted(VisibleText.of(name), line));
    }
    return position;
  }

  private void collect(String name, JsonToken value, Set<String> lists) {
    if (value == JsonToken.START_ARRAY) {
      lists.add(name);
    }
    names.putIfAbsent(name, names.size());
    if (names.size() > SpacedRows.MAX_COLUMNS) {
      throw file.damaged(
          "has more than %,d names up to row %d; leave some out, or save numbers as .npy"
              .formatted(SpacedRows.MAX_COLUMNS, line));
    }
  }

  @Override
  public boolean isNumber(int position) {
    return numbers.get(position);
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
