package dev.stranger.data;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows with a separator between fields and quotes around them where needed (RFC 4180). */
final class DelimitedRows implements Rows {

  private static final int LONGEST_FIELD = LineLimit.MAX;

  private final InputFile file;
  private final CloseableIterator<CsvRecord> records;
  private long line;

  /**
   * @param skipped lines before the first row
   */
  DelimitedRows(TextFile text, char separator, int skipped) throws IOException {
    this.file = text.file();
    CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .fieldSeparator(separator)
            .maxBufferSize(LONGEST_FIELD)
            .skipEmptyLines(true)
            .allowUnclosedQuote(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(text.open());
    reader.skipLines(skipped);
    this.records = reader.iterator();
  }

  @Override
  public @Nullable List<String> next() throws IOException {
    try {
      if (!records.hasNext()) {
        return null;
      }
      CsvRecord row = records.next();
      line = row.getStartingLineNumber();
      return row.getFields();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      if (cause(e).endsWith(" fields")) {
        throw file.damaged(
            "has more than %,d columns in row %d; leave some out, or save numbers as .npy"
                .formatted(SpacedRows.MAX_COLUMNS, line + 1));
      }
      throw file.damaged(
          "cannot be read as a table after row %d (%s); mend what follows, perhaps an open quote"
              .formatted(line, cause(e)));
    }
  }

  private static String cause(Throwable e) {
    Throwable root = e.getCause() == null ? e : e.getCause();
    String message = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
    return message.startsWith("The maximum buffer size")
        ? "a field of more than %,d characters".formatted(LONGEST_FIELD)
        : message.replaceFirst(" ?\\(record starting at line \\d+\\)", "");
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
    records.close();
  }
}
