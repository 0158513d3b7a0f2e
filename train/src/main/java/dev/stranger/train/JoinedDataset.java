package dev.stranger.train;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.table.Column;
import java.util.List;

/** The samples of two sets of the same kind, one set after the other, without labels. */
record JoinedDataset(Dataset first, Dataset second) implements Dataset {

  @Override
  public Header header() {
    return new Header(
        first.name(), first.shape(), range(), first.size() + second.size(), List.of());
  }

  @Override
  public Range range() {
    return first.range().contains(second.range()) ? first.range() : Range.ANY;
  }

  @Override
  public List<Column> columns() {
    return first.columns();
  }

  @Override
  public Cursor open() {
    return new Cursor() {
      private Cursor samples = first.open();
      private boolean inFirst = true;

      @Override
      public boolean next(float[] target, int offset) {
        boolean found = samples.next(target, offset);
        if (!found && inFirst) {
          samples.close();
          samples = second.open();
          inFirst = false;
          return samples.next(target, offset);
        }
        return found;
      }

      @Override
      public int label() {
        return NO_LABEL;
      }

      @Override
      public void close() {
        samples.close();
      }
    };
  }
}
