package dev.stranger.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A detector's model card, flat: one entry for each value and for each list.
 *
 * @param readable whether the card is JSON; what is not becomes one entry
 */
public record Card(List<Entry> entries, boolean readable) {

  /**
   * @param path names from the outermost on
   * @param text the value; the values of a list one after the other
   * @param numbers of a list, empty otherwise
   */
  public record Entry(List<String> path, String text, double[] numbers) {}

  public static Card parse(String json) {
    List<Entry> entries = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      boolean object = parser.nextToken() == JsonToken.START_OBJECT;
      read(parser, List.of(), entries);
      return new Card(List.copyOf(entries), object && parser.nextToken() == null);
    } catch (IOException e) {
      return new Card(List.of(new Entry(List.of("card"), json, new double[0])), false);
    }
  }

  private static void read(JsonParser parser, List<String> path, List<Entry> entries)
      throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        List<String> inner = new ArrayList<>(path);
        inner.add(parser.currentName());
        parser.nextToken();
        read(parser, inner, entries);
      }
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      entries.add(list(parser, path));
    } else if (parser.currentToken() != null) {
      entries.add(new Entry(path, parser.getText(), new double[0]));
    }
  }

  /** Leaves the parser at the end of the list. */
  private static Entry list(JsonParser parser, List<String> path) throws IOException {
    List<String> texts = new ArrayList<>();
    List<Double> numbers = new ArrayList<>();
    for (int depth = 1; depth > 0; ) {
      JsonToken token = parser.nextToken();
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token.isScalarValue()) {
        texts.add(parser.getText());
      }
      if (token.isNumeric()) {
        numbers.add(parser.getDoubleValue());
      }
    }
    double[] values = numbers.stream().mapToDouble(Double::doubleValue).toArray();
    return new Entry(path, String.join(", ", texts), values);
  }

  /** A value as it is written, empty when the card has none in this place. */
  public String text(String... path) {
    return entries.stream()
        .filter(entry -> entry.path.equals(List.of(path)))
        .map(Entry::text)
        .findFirst()
        .orElse("");
  }

  /** The numbers of a list, none when the card has no such list. */
  public double[] numbers(String... path) {
    return entries.stream()
        .filter(entry -> entry.path.equals(List.of(path)))
        .map(Entry::numbers)
        .findFirst()
        .orElse(new double[0]);
  }
}
