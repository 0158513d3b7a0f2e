package dev.stranger.paper;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** A table that comes with the program. */
final class CsvResource {

  private CsvResource() {}

  static List<NamedCsvRecord> read(String name) {
    try (InputStream in = CsvResource.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return CsvReader.builder().ofNamedCsvRecord(in).stream().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
