package dev.stranger.data;

import javax.imageio.stream.ImageInputStreamImpl;

/**
 * The bytes of a picture for its decoder. Some decoders take the end of a damaged file for zeros
 * and go on for minutes and gigabytes: after a few reads at the end this stream breaks off.
 */
final class PictureBytes extends ImageInputStreamImpl {

  private static final int PATIENCE = 256;

  private final byte[] bytes;
  private int readsAtTheEnd;

  PictureBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read() {
    bitOffset = 0;
    return streamPos >= bytes.length ? end() : bytes[(int) streamPos++] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    bitOffset = 0;
    if (streamPos >= bytes.length) {
      return end();
    }
    int count = (int) Math.min(length, bytes.length - streamPos);
    System.arraycopy(bytes, (int) streamPos, target, offset, count);
    streamPos += count;
    return count;
  }

  private int end() {
    if (++readsAtTheEnd > PATIENCE) {
      throw new IllegalStateException("its data ends too early");
    }
    return -1;
  }

  @Override
  public long length() {
    return bytes.length;
  }
}
