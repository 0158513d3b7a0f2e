package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.table.Column;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * A data set whose passes come from a file.
 *
 * @param columns of a table
 * @param sampleNames what samples are called
 * @param remarks on how the file was read
 */
record StreamedDataset(
    Header header,
    Supplier<Cursor> passes,
    List<Column> columns,
    LongFunction<String> sampleNames,
    List<String> remarks)
    implements Dataset {

  StreamedDataset(Header header, Supplier<Cursor> passes) {
    this(header, passes, List.of(), Long::toString, List.of());
  }

  @Override
  public Cursor open() {
    return passes.get();
  }

  @Override
  public String sampleName(long index) {
    return sampleNames.apply(index);
  }
}
