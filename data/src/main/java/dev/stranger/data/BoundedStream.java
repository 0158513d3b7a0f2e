package dev.stranger.data;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The next {@code remaining} bytes of a stream; fewer in the stream is an {@link EOFException}. */
public class BoundedStream extends FilterInputStream {

  private long remaining;

  public BoundedStream(InputStream source, long remaining) {
    super(source);
    this.remaining = remaining;
  }

  /** Passes over what is left. */
  public final void skipRest() throws IOException {
    in.skipNBytes(remaining);
    remaining = 0;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (remaining == 0) {
      return length == 0 ? 0 : -1;
    }
    int read = in.read(target, offset, (int) Math.min(length, remaining));
    if (read < 0) {
      throw new EOFException();
    }
    remaining -= read;
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = in.skip(Math.min(count, remaining));
    remaining -= skipped;
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
