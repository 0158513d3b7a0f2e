package dev.stranger.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The elements of a MATLAB version 5 file after one another, each a type, a length and data. */
record MatElements(InputStream stream, ByteOrder order) {

  /**
   * The head of an element.
   *
   * @param small the data of an element so short that it comes inside of its head
   */
  record Head(int type, long bytes, byte @Nullable [] small) {}

  /** The next head, or null at the end. */
  @Nullable Head next() throws IOException {
    byte[] bytes = stream.readNBytes(8);
    if (bytes.length == 0) {
      return null;
    }
    if (bytes.length < 8) {
      throw new EOFException();
    }
    ByteBuffer head = ByteBuffer.wrap(bytes).order(order);
    int type = head.getInt(0);
    int small = type >>> 16;
    if (small == 0) {
      return new Head(type, Integer.toUnsignedLong(head.getInt(4)), null);
    }
    byte[] data = new byte[Math.min(small, 4)];
    head.get(4, data);
    return new Head(type & 0xffff, data.length, data);
  }

  /** The next element as a whole, which must not be longer than {@code limit} bytes. */
  ByteBuffer nextData(int limit) throws IOException {
    Head head = next();
    if (head == null) {
      throw new EOFException();
    }
    if (head.small() != null) {
      return ByteBuffer.wrap(head.small()).order(order);
    }
    if (head.bytes() > limit) {
      throw new ZipException("an element of " + head.bytes() + " bytes where few belong");
    }
    byte[] data = new byte[(int) head.bytes()];
    if (stream.readNBytes(data, 0, data.length) < data.length) {
      throw new EOFException();
    }
    stream.skipNBytes(-data.length & 7);
    return ByteBuffer.wrap(data).order(order);
  }
}
