package dev.stranger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Writes samples one after another, as bytes until one has a value that is no level of a picture,
 * then all as floats.
 */
final class StoreWriter {

  private static final int CHUNK = 1 << 20;

  private final FileChannel file;
  private final int sampleSize;
  private final ByteBuffer chunk;
  private boolean levels = true;

  StoreWriter(FileChannel file, int sampleSize) {
    this.file = file;
    this.sampleSize = sampleSize;
    this.chunk = buffer(Math.max(CHUNK, sampleSize * Float.BYTES));
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  void add(float[] sample) throws IOException {
    byte @Nullable [] small = levels ? ByteLevels.of(sample) : null;
    if (levels && small == null) {
      widen();
    }
    int bytes = sampleSize * (levels ? 1 : Float.BYTES);
    if (chunk.remaining() < bytes) {
      flush();
    }
    if (small == null) {
      chunk.asFloatBuffer().put(sample);
      chunk.position(chunk.position() + bytes);
    } else {
      chunk.put(small);
    }
  }

  private void flush() throws IOException {
    chunk.flip();
    while (chunk.hasRemaining()) {
      file.write(chunk);
    }
    chunk.clear();
  }

  /** In place, from the last sample to the first, because floats need more room. */
  private void widen() throws IOException {
    flush();
    levels = false;
    long count = file.position() / sampleSize;
    ByteBuffer bytes = buffer(sampleSize);
    ByteBuffer floats = buffer(sampleSize * Float.BYTES);
    float[] sample = new float[sampleSize];
    for (long i = count - 1; i >= 0; i--) {
      readAll(bytes.clear(), i * sampleSize);
      ByteLevels.put(bytes.array(), 0, sampleSize, sample, 0);
      floats.clear().asFloatBuffer().put(sample);
      writeAll(floats, i * floats.capacity());
    }
    file.position(count * floats.capacity());
  }

  private void readAll(ByteBuffer target, long start) throws IOException {
    while (target.hasRemaining()) {
      file.read(target, start + target.position());
    }
  }

  private void writeAll(ByteBuffer source, long start) throws IOException {
    while (source.hasRemaining()) {
      file.write(source, start + source.position());
    }
  }

  /** Whether all samples were written as levels. */
  boolean finish() throws IOException {
    flush();
    return levels;
  }
}
