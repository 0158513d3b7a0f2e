package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Plural;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads samples that a binary file stores one after another, each in the same number of bytes. At
 * the end it checks that the file ends too, which also makes gzip compare its checksum.
 */
final class RecordCursor implements Cursor {

  /** Turns the bytes of record {@code index} into values; returns the label. */
  interface Decoder {
    int decode(long index, ByteBuffer record, float[] target, int offset);
  }

  /** Where the records lie: {@code stream} stands at the first of {@code count}. */
  record Records(InputStream stream, long count, int bytes, ByteOrder order) {}

  private final InputFile file;
  private final Records records;
  private final Decoder decoder;
  private final int sampleSize;
  private final ByteBuffer record;
  private long index = -1;
  private int label = NO_LABEL;

  RecordCursor(InputFile file, Records records, int sampleSize, Decoder decoder) {
    this.file = file;
    this.records = records;
    this.sampleSize = sampleSize;
    this.decoder = decoder;
    this.record = ByteBuffer.allocate(records.bytes()).order(records.order());
  }

  @Override
  public boolean next(float[] target, int offset) {
    if (index + 1 >= records.count()) {
      return false;
    }
    index++;
    read();
    label = decoder.decode(index, record, target, offset);
    checkFinite(target, offset);
    if (index + 1 == records.count()) {
      checkEnd();
    }
    return true;
  }

  private void read() {
    try {
      int read = records.stream().readNBytes(record.array(), 0, records.bytes());
      if (read < records.bytes()) {
        throw file.damaged(
            "ends after %d of the %d samples its header claims; get a complete copy"
                .formatted(index, records.count()));
      }
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private void checkFinite(float[] target, int offset) {
    for (int i = offset; i < offset + sampleSize; i++) {
      if (!Float.isFinite(target[i])) {
        throw new DataException(
            "sample %d of %s has the value %s at position %d; remove or replace it"
                .formatted(index, file.path(), target[i], i - offset));
      }
    }
  }

  private void checkEnd() {
    try {
      if (records.stream().read() >= 0) {
        throw file.damaged(
            "goes on after the %s its header claims; get a new copy"
                .formatted(Plural.of(records.count(), "sample")));
      }
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  @Override
  public int label() {
    return label;
  }

  @Override
  public void close() {
    try {
      records.stream().close();
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }
}
