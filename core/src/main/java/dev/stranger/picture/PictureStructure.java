package dev.stranger.picture;

import java.io.IOException;
import java.nio.ByteOrder;
import javax.imageio.stream.ImageInputStream;

/**
 * What decoders take on trust, checked before they see a picture: a WebP file is as long as it
 * says, the fields of a TIFF lie within the file, a GIF has no megabytes of comments, which take
 * quadratic time, and a progressive JPEG has no thousands of scans, each of which goes over all
 * pixels.
 */
final class PictureStructure {

  private static final int GIF = 0x47494638;
  private static final int RIFF = 0x52494646;
  private static final int TIFF_LITTLE_ENDIAN = 0x49492a00;
  private static final int TIFF_BIG_ENDIAN = 0x4d4d002a;

  private static final int JPEG = 0xffd8;
  private static final int JPEG_END = 0xd9;
  private static final int PROGRESSIVE = 0xc2;
  private static final int SCAN = 0xda;

  /** Of one value of each type that a field can have. */
  private static final int[] TIFF_SIZES = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};

  private static final int MAX_COMMENT = 1 << 20;
  private static final int MAX_SCANS = 100;

  private final ImageInputStream in;

  private PictureStructure(ImageInputStream in) {
    this.in = in;
  }

  /**
   * Leaves the stream where it was, at the start.
   *
   * @return whether the file is known to be complete
   */
  static boolean check(ImageInputStream in) throws IOException {
    if (in.length() < 16) {
      return false; // no decoder takes it for a picture
    }
    boolean complete = new PictureStructure(in).check(in.readInt());
    in.seek(0);
    in.setByteOrder(ByteOrder.BIG_ENDIAN);
    return complete;
  }

  private boolean check(int mark) throws IOException {
    switch (mark) {
      case GIF -> checkGif();
      case RIFF -> checkRiff();
      case TIFF_LITTLE_ENDIAN, TIFF_BIG_ENDIAN -> checkTiff(mark);
      default -> checkJpeg(mark);
    }
    return mark == RIFF;
  }

  private void checkRiff() throws IOException {
    in.setByteOrder(ByteOrder.LITTLE_ENDIAN);
    require(in.readUnsignedInt() + 8 <= in.length(), PictureBytes.CUT_SHORT);
  }

  /** Goes over the extensions in front of the first frame; all of them are comments to us. */
  private void checkGif() throws IOException {
    in.seek(10);
    int flags = in.read();
    long start = 13 + ((flags & 0x80) == 0 ? 0 : 3L << (flags & 7) + 1);
    in.seek(start);
    while (in.read() == 0x21) {
      in.read();
      for (int size = in.read(); size > 0; size = in.read()) {
        in.seek(in.getStreamPosition() + size);
      }
      require(in.getStreamPosition() - start <= MAX_COMMENT, "its comments are too long");
    }
  }

  /** Its decoder passes over what lies behind the end, such as the number of bits of a level. */
  private void checkTiff(int mark) throws IOException {
    in.setByteOrder(mark == TIFF_BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    in.seek(in.readUnsignedInt());
    for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
      in.readShort();
      int type = in.readUnsignedShort();
      long count = in.readUnsignedInt();
      long size = type < TIFF_SIZES.length ? count * TIFF_SIZES[type] : 0;
      long at = in.readUnsignedInt();
      require(size <= 4 || at + size <= in.length(), PictureBytes.CUT_SHORT);
    }
  }

  /** Only where scans are progressive can a few bytes stand for all pixels. */
  private void checkJpeg(int mark) throws IOException {
    if (mark >>> 16 != JPEG) {
      return;
    }
    in.seek(2);
    boolean progressive = false;
    int marker = marker(in);
    while (isBeforeScan(marker)) {
      progressive |= marker == PROGRESSIVE;
      in.seek(in.getStreamPosition() + in.readUnsignedShort());
      marker = marker(in);
    }
    for (int scans = 0; progressive && marker != JPEG_END; marker = marker(in)) {
      scans += marker == SCAN ? 1 : 0;
      require(scans <= MAX_SCANS, "it has too many scans");
    }
  }

  /** Whether a marker begins a segment in front of the pixels. */
  static boolean isBeforeScan(int marker) {
    return marker != SCAN && marker != JPEG_END;
  }

  /** The next byte other than zero behind 0xff; within the data of a scan zero follows it. */
  static int marker(ImageInputStream in) throws IOException {
    int marker = 0;
    while (marker == 0) {
      while (in.readUnsignedByte() != 0xff) {}
      do {
        marker = in.readUnsignedByte();
      } while (marker == 0xff);
    }
    return marker;
  }

  private static void require(boolean sound, String otherwise) {
    if (!sound) {
      throw new IllegalStateException(otherwise);
    }
  }
}
