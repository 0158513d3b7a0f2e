package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.VisibleText;
import dev.stranger.data.TableCursor.Reading;
import dev.stranger.data.TableOptions.HeaderRow;
import dev.stranger.data.TableOptions.Strictness;
import dev.stranger.table.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A table in a text file: comma, tab, semicolon, bar or blanks between the fields, with or without
 * a header; or objects of JSON, one a line. A first pass finds out what the columns hold, unless
 * that is known, and collects the labels; later passes stream. A row whose field of the label is
 * empty has none.
 */
public final class TableFile {

  static final String EMPTY = "is empty; a table needs at least one row";

  private final InputFile file;
  private final Rows.Source source;
  private final TableColumns columns;
  private final TableOptions options;
  private final UnaryOperator<String> spelling;
  private final List<String> remarks = new ArrayList<>();

  private TableFile(
      InputFile file,
      Rows.Source source,
      TableColumns columns,
      TableOptions options,
      UnaryOperator<String> spelling) {
    this.file = file;
    this.source = source;
    this.columns = columns;
    this.options = options;
    this.spelling = spelling;
  }

  /** Samples are rows: shape {@code D} for {@code D} columns. */
  public static Dataset read(Path path, TableOptions options) {
    return read(new InputFile(path), options, UnaryOperator.identity());
  }

  static Dataset read(InputFile file, TableOptions options, UnaryOperator<String> spelling) {
    return read(file, List.of(file), options, spelling);
  }

  /**
   * One table in several files with the same columns. Labels with the same spelling are one label.
   *
   * @param whole what messages call all of them
   */
  static Dataset read(
      InputFile whole,
      List<InputFile> files,
      TableOptions options,
      UnaryOperator<String> spelling) {
    List<TextFile> texts = files.stream().map(TextFile::new).toList();
    try {
      return of(whole, texts, options, spelling).scan();
    } catch (DataException e) {
      if (!TextFile.isUnreadable(e)) {
        throw e;
      }
    }
    return of(whole, texts.stream().map(TextFile::readable).toList(), options, spelling).scan();
  }

  private static TableFile of(
      InputFile whole, List<TextFile> texts, TableOptions options, UnaryOperator<String> spelling) {
    TextFile text = texts.get(0);
    try {
      List<Rows.Source> sources = new ArrayList<>();
      for (TextFile one : texts) {
        sources.add(source(one));
      }
      List<String> first = first(sources.get(0));
      if (first == null) {
        throw text.file().damaged(EMPTY);
      }
      TableOptions read = JsonRows.isJson(text) ? options.withHeader(HeaderRow.PRESENT) : options;
      TableColumns columns = TableColumns.of(whole, first, read);
      Rows.Source source = JoinedRows.source(sources, columns);
      TableFile table = new TableFile(whole, source, columns, options, spelling);
      table.remarks.addAll(TextFile.remarks(texts));
      return table;
    } catch (IOException e) {
      throw text.file().damaged(e);
    }
  }

  /** A failure is told of this file, whichever is read when it is opened. */
  private static Rows.Source source(TextFile text) {
    try {
      return JsonRows.isJson(text) ? JsonRows.source(text) : () -> rows(text);
    } catch (IOException e) {
      throw text.file().damaged(e);
    }
  }

  private static Rows rows(TextFile text) {
    try {
      return Separator.rows(text);
    } catch (IOException e) {
      throw text.file().damaged(e);
    }
  }

  private static @Nullable List<String> first(Rows.Source source) throws IOException {
    try (Rows rows = source.open()) {
      return rows.next();
    }
  }

  private Dataset scan() {
    Tally tally = new Tally();
    Reading reading = isKnown() ? known(tally) : guessed(tally);
    if (tally.count == 0) {
      throw file.damaged("has a header but no rows; a table needs at least one");
    }
    Map<String, Integer> labels = tally.labels();
    Header header =
        new Header(
            file.shortName(),
            Shape.of(reading.columns().size()),
            Range.ANY,
            tally.count,
            List.copyOf(tally.labels));
    tally.names.finish();
    return new StreamedDataset(
        header,
        () -> cursor(reading, labels),
        reading.columns(),
        columns.id() < 0 ? Long::toString : tally.names::name,
        List.copyOf(remarks));
  }

  /** What the first pass collects, whatever the columns hold. */
  private final class Tally {

    private final SortedSet<String> labels = new TreeSet<>(LabelText.ORDER);
    private final SampleNames names = new SampleNames();
    private long count;

    void add(List<String> row) {
      count++;
      if (columns.label() >= 0) {
        labels.add(spelling.apply(row.get(columns.label()).strip()));
        labels.remove("");
      }
      if (columns.id() >= 0) {
        names.add(row.get(columns.id()).strip());
      }
    }

    Map<String, Integer> labels() {
      Map<String, Integer> numbers = new HashMap<>();
      labels.forEach(label -> numbers.put(label, numbers.size()));
      return Map.copyOf(numbers);
    }
  }

  /** Of a detector's columns and of series it is known what their fields stand for. */
  private boolean isKnown() {
    return !options.like().isEmpty() || options.strictness() == Strictness.NUMBERS;
  }

  private Reading known(Tally tally) {
    List<String> names = columns.values().stream().map(columns.names()::get).toList();
    requireNoLists(names);
    List<Column> kinds = options.like().isEmpty() ? Column.numbers(names) : options.like();
    Reading reading = new Reading(columns.values(), kinds, options.strictness(), spelling);
    Unseen unseen = new Unseen(kinds, columns.values());
    float[] sample = new float[kinds.size()];
    try (TableCursor cursor = cursor(reading, Map.of())) {
      while (cursor.next(sample, 0)) {
        tally.add(cursor.row());
        unseen.add(sample, cursor.row());
      }
    }
    remarks.addAll(unseen.remarks());
    return reading;
  }

  private void requireNoLists(List<String> names) {
    List<String> lists = names.stream().filter(source.lists()::contains).toList();
    if (!lists.isEmpty()) {
      throw file.damaged(
          "has lists in %s, the detector needs one value; put each value into a field of its own"
              .formatted(VisibleText.some(lists)));
    }
  }

  private Reading guessed(Tally tally) {
    TableGuess guess = new TableGuess(file, columns, source.lists());
    try (TableRows rows = new TableRows(file, columns, source)) {
      for (List<String> row = rows.next(); row != null; row = rows.next()) {
        guess.add(row, rows);
        tally.add(row);
      }
    }
    List<ColumnChoice> choices = tally.count == 0 ? List.of() : guess.choices();
    remarks.addAll(TableRemarks.of(choices));
    if (!remarks.isEmpty() && !columns.hasHeader()) {
      remarks.add("no header, as the first row holds values: columns are called by their numbers");
    }
    List<ColumnChoice> used = choices.stream().filter(one -> one.column() != null).toList();
    return new Reading(
        used.stream().map(ColumnChoice::position).toList(),
        used.stream().map(ColumnChoice::column).map(Objects::requireNonNull).toList(),
        options.strictness(),
        spelling);
  }

  private TableCursor cursor(Reading reading, Map<String, Integer> labels) {
    return new TableCursor(file, columns, reading, source, labels);
  }
}
