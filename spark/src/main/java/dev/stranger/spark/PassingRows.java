package dev.stranger.spark;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.table.Column;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next rows of a task as a set. They come by once: whoever reads beyond the first one must keep
 * what he needs, as training does, in memory or in a file.
 */
final class PassingRows implements Dataset {

  private final Header header;
  private final List<Column> columns;
  private final Iterator<float[]> rows;
  private float @Nullable [] first;
  private boolean isRead;

  /**
   * @param rows as many as the header says, and others behind them
   */
  PassingRows(Header header, List<Column> columns, Iterator<float[]> rows) {
    this.header = header;
    this.columns = columns;
    this.rows = rows;
  }

  @Override
  public Header header() {
    return header;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  private float[] take(long position) {
    if (position == 0 && first != null) {
      return first;
    }
    if (!rows.hasNext()) {
      throw new DataException(
          "the table has other rows than when they were counted; cache it, or sort it");
    }
    float[] row = rows.next();
    first = position == 0 ? row : first;
    return row;
  }

  @Override
  public Cursor open() {
    if (isRead) {
      throw new IllegalStateException("the rows of a task come by once");
    }
    return new Cursor() {
      private long next;

      @Override
      public boolean next(float[] target, int offset) {
        if (next == size()) {
          return false;
        }
        isRead |= next > 0;
        float[] row = take(next++);
        System.arraycopy(row, 0, target, offset, row.length);
        return true;
      }

      @Override
      public int label() {
        return NO_LABEL;
      }

      @Override
      public void close() {}
    };
  }
}
