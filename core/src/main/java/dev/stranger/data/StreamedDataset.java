package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import java.util.function.Supplier;

/** A data set whose passes come from a file or a generator. */
record StreamedDataset(Header header, Supplier<Cursor> passes) implements Dataset {

  @Override
  public Cursor open() {
    return passes.get();
  }
}
