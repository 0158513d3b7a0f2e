package dev.stranger.picture;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.imageio.stream.ImageInputStreamImpl;

/**
 * The bytes of a picture for its decoder, read from their source as they are needed: a look at the
 * head takes one read. Some decoders take the end of a damaged file for zeros and go on for minutes
 * and gigabytes, or read the same bytes for every entry of a table: after a few reads at the end,
 * or when the file was read many times over, this stream breaks off.
 */
final class PictureBytes extends ImageInputStreamImpl {

  static final String CUT_SHORT = "its data ends too early";

  private static final int PATIENCE = 256;
  private static final int PASSES = 16;
  private static final int ALWAYS_READ = 1 << 22;
  private static final int WINDOW = 1 << 13;

  private final ByteSource source;
  private final ByteBuffer window = ByteBuffer.allocate(WINDOW).limit(0);
  private long windowStart;
  private long unread;
  private int readsAtTheEnd;

  PictureBytes(ByteSource source) throws IOException {
    this.source = source;
    this.unread = ALWAYS_READ + PASSES * source.size();
  }

  @Override
  public int read() throws IOException {
    bitOffset = 0;
    return atTheEnd() ? end() : window.get((int) (streamPos++ - windowStart)) & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    bitOffset = 0;
    int done = 0;
    while (done < length && !atTheEnd()) {
      int at = (int) (streamPos - windowStart);
      int count = Math.min(length - done, window.limit() - at);
      window.get(at, target, offset + done, count);
      streamPos += count;
      done += count;
    }
    return done == 0 && length > 0 ? end() : done;
  }

  /** Moves the window to where the stream stands. */
  private boolean atTheEnd() throws IOException {
    if (streamPos < windowStart || streamPos >= windowStart + window.limit()) {
      windowStart = streamPos;
      source.read(window.clear(), streamPos);
      window.flip();
      spend(window.limit());
    }
    return window.limit() == 0;
  }

  private void spend(int bytes) {
    unread -= bytes;
    if (unread < 0) {
      throw new IllegalStateException("the same data is used again and again");
    }
  }

  private int end() {
    if (++readsAtTheEnd > PATIENCE) {
      throw new IllegalStateException(CUT_SHORT);
    }
    return -1;
  }

  /** Refuses a file that a decoder wanted more of. */
  void requireComplete() {
    if (readsAtTheEnd > 0) {
      throw new IllegalStateException(CUT_SHORT);
    }
  }

  @Override
  public long length() {
    try {
      return source.size();
    } catch (IOException e) {
      return -1; // as this method says when the length is not known
    }
  }

  @Override
  public void close() throws IOException {
    super.close();
    source.close();
  }
}
