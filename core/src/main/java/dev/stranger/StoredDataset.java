package dev.stranger;

import dev.stranger.series.Windowed;
import dev.stranger.table.Column;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data set in a temporary file, for sets that are larger than memory: a byte a value when all
 * samples have the 256 levels of a picture in [0,1], else four. The heap holds four bytes a sample
 * where samples have labels, and nothing else. A small sample that the system has in its page cache
 * takes a few microseconds; others take as long as the disk.
 *
 * <p>Nobody but the owner can read the file, and it goes when the set is closed. Where the system
 * allows it, as Linux does, the file has no name from the beginning, so that a crash leaves
 * nothing. A thread that is interrupted while it reads closes the set, as that closes a {@link
 * FileChannel}.
 */
public final class StoredDataset implements IndexedDataset, AutoCloseable {

  private static final int CHUNK = 1 << 20;

  private final Dataset source;
  private final FileChannel rows;
  private final boolean levels;

  /** Null when no sample has one. */
  private final int @Nullable [] labels;

  private final int sampleSize;

  StoredDataset(Dataset source, FileChannel rows, boolean levels, int @Nullable [] labels) {
    this.source = source;
    this.rows = rows;
    this.levels = levels;
    this.labels = labels;
    this.sampleSize = source.shape().size();
  }

  static StoredDataset of(Dataset source, Path folder) {
    MemoryDataset.count(source); // complains when there are too many
    return of(source, folder, create(source, folder));
  }

  /** Closes the file when something goes wrong. */
  static StoredDataset of(Dataset source, Path folder, FileChannel file) {
    try {
      return written(source, MemoryDataset.count(source), file);
    } catch (IOException e) {
      close(file);
      throw failed(source, folder, e);
    } catch (RuntimeException | Error e) {
      close(file);
      throw e;
    }
  }

  private static FileChannel create(Dataset source, Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new RequestException(
          "there is no scratch folder %s; make it or choose another".formatted(folder),
          Remedy.SCRATCH);
    }
    try {
      return open(Files.createTempFile(folder, "stranger-", ".samples")); // its owner's alone
    } catch (IOException e) {
      throw failed(source, folder, e);
    }
  }

  private static FileChannel open(Path file) throws IOException {
    try {
      return FileChannel.open(
          file,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      Files.delete(file);
      throw e;
    }
  }

  private static RequestException failed(Dataset source, Path folder, IOException e) {
    return new RequestException(
        "cannot write the samples of %s into the scratch folder %s (%s); free some space or choose"
                .formatted(source.name(), folder, e.getMessage())
            + " another",
        e,
        Remedy.SCRATCH);
  }

  private static StoredDataset written(Dataset source, int count, FileChannel file)
      throws IOException {
    float[] sample = new float[source.shape().size()];
    int @Nullable [] labels = null;
    StoreWriter writer = new StoreWriter(file, sample.length);
    try (Cursor cursor = source.open()) {
      for (int i = 0; i < count; i++) {
        MemoryDataset.requireNext(source, cursor, sample, i);
        writer.add(sample);
        if (labels == null && cursor.label() != Cursor.NO_LABEL) {
          labels = new int[count];
          Arrays.fill(labels, Cursor.NO_LABEL);
        }
        if (labels != null) {
          labels[i] = cursor.label();
        }
      }
    }
    return new StoredDataset(source, file, writer.finish(), labels);
  }

  private static void close(FileChannel file) {
    try {
      file.close();
    } catch (IOException e) {
      return; // nothing is lost: it was to be deleted
    }
  }

  @Override
  public Header header() {
    return source.header();
  }

  @Override
  public List<Column> columns() {
    return source.columns();
  }

  @Override
  public @Nullable Windowed windows() {
    return source.windows();
  }

  @Override
  public String resizedFrom() {
    return source.resizedFrom();
  }

  @Override
  public List<String> passedOver() {
    return source.passedOver();
  }

  @Override
  public List<String> remarks() {
    return source.remarks();
  }

  @Override
  public String sampleName(long index) {
    return source.sampleName(index);
  }

  /** Whether values are kept as levels, a byte each; otherwise they are floats. */
  public boolean hasLevels() {
    return levels;
  }

  /** How many bytes a sample has in the file. */
  public int rowBytes() {
    return sampleSize * (levels ? 1 : Float.BYTES);
  }

  /**
   * Reads a sample as it is kept, levels or floats in the native order of bytes.
   *
   * @param target with room for {@link #rowBytes} bytes or more; only these are written
   * @throws DataException when the file cannot be read, or the set was closed
   */
  public void read(int index, ByteBuffer target) {
    target.limit(target.position() + rowBytes());
    read((long) index * rowBytes(), target);
  }

  private void read(long start, ByteBuffer target) {
    try {
      for (long at = start; target.hasRemaining(); ) {
        int some = rows.read(target, at);
        if (some < 0) {
          throw new IOException("it ends early");
        }
        at += some;
      }
    } catch (IOException e) {
      throw new DataException(
          "the stored samples of %s cannot be read (%s)"
              .formatted(name(), e.getMessage() == null ? e : e.getMessage()),
          e);
    }
  }

  @Override
  public float[] sample(int index) {
    float[] values = new float[sampleSize];
    copy(index, values, 0);
    return values;
  }

  @Override
  public byte @Nullable [] levels(int index) {
    if (!levels) {
      return ByteLevels.of(sample(index));
    }
    ByteBuffer row = rowBuffer(1);
    read(index, row);
    return row.array();
  }

  @Override
  public void copy(int index, float[] target, int offset) {
    ByteBuffer row = rowBuffer(1);
    read(index, row);
    unpack(row.flip(), target, offset);
  }

  private ByteBuffer rowBuffer(int count) {
    return ByteBuffer.allocate(count * rowBytes()).order(ByteOrder.nativeOrder());
  }

  /** Takes one row out of a buffer. */
  private void unpack(ByteBuffer row, float[] target, int offset) {
    if (levels) {
      ByteLevels.put(row.array(), row.position(), sampleSize, target, offset);
    } else {
      row.asFloatBuffer().get(target, offset, sampleSize);
    }
    row.position(row.position() + rowBytes());
  }

  @Override
  public int label(int index) {
    return labels == null ? Cursor.NO_LABEL : labels[index];
  }

  /** Reads many samples at a time. */
  @Override
  public Cursor open() {
    int some = Math.max(1, CHUNK / rowBytes());
    return new Cursor() {
      private final ByteBuffer chunk = rowBuffer((int) Math.min(some, size())).limit(0);
      private int index = -1;

      @Override
      public boolean next(float[] target, int offset) {
        if (index + 1 == size()) {
          return false;
        }
        index++;
        if (!chunk.hasRemaining()) {
          fill();
        }
        unpack(chunk, target, offset);
        return true;
      }

      private void fill() {
        long left = (size() - index) * rowBytes();
        chunk.clear().limit((int) Math.min(chunk.capacity(), left));
        read((long) index * rowBytes(), chunk);
        chunk.flip();
      }

      @Override
      public int label() {
        return StoredDataset.this.label(index);
      }

      @Override
      public void close() {}
    };
  }

  /** Frees the file. Whoever reads afterwards gets an exception. */
  @Override
  public void close() {
    close(rows);
  }
}
