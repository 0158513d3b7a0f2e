package dev.stranger.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import javax.imageio.stream.ImageInputStreamImpl;

/**
 * The bytes of a picture for its decoder, read from the file as they are needed: a look at the head
 * takes one read. Some decoders take the end of a damaged file for zeros and go on for minutes and
 * gigabytes: after a few reads at the end this stream breaks off.
 */
final class PictureBytes extends ImageInputStreamImpl {

  private static final int PATIENCE = 256;
  private static final int WINDOW = 1 << 13;

  private final FileChannel file;
  private final ByteBuffer window = ByteBuffer.allocate(WINDOW).limit(0);
  private long windowStart;
  private int readsAtTheEnd;

  PictureBytes(Path path) throws IOException {
    this.file = FileChannel.open(path, StandardOpenOption.READ);
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
      file.read(window.clear(), streamPos);
      window.flip();
    }
    return window.limit() == 0;
  }

  private int end() {
    if (++readsAtTheEnd > PATIENCE) {
      throw new IllegalStateException("its data ends too early");
    }
    return -1;
  }

  @Override
  public long length() {
    try {
      return file.size();
    } catch (IOException e) {
      return -1; // as this method says when the length is not known
    }
  }

  @Override
  public void close() throws IOException {
    super.close();
    file.close();
  }
}
