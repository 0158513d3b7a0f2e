package dev.stranger.picture;

import java.io.IOException;
import java.nio.ByteOrder;
import javax.imageio.stream.ImageInputStream;

/**
 * How a stored picture has to be turned to be upright, as cameras note it: in the EXIF data of
 * JPEG, PNG and WebP, and in a field of TIFF.
 *
 * @param fromRight the first column that is stored is the last
 * @param fromBottom the first line that is stored is the last
 * @param transposed then lines become columns
 */
record Orientation(boolean fromRight, boolean fromBottom, boolean transposed) {

  static final Orientation UPRIGHT = new Orientation(false, false, false);

  private static final int TAG = 274;
  private static final int SHORT = 3;

  private static final int JPEG = 0xffd8;
  private static final int APP1 = 0xe1;
  private static final int PNG = 0x89504e47;
  private static final int RIFF = 0x52494646;
  private static final int LITTLE_ENDIAN = 0x4949;
  private static final int BIG_ENDIAN = 0x4d4d;

  private static final int EXIF_OF_JPEG = 0x45786966; // "Exif"
  private static final int EXIF_OF_PNG = 0x65584966; // "eXIf"
  private static final int EXIF_OF_WEBP = 0x46495845; // "EXIF", its last byte first
  private static final int IMAGE_OF_PNG = 0x49444154; // "IDAT"

  /** By the number that the tag holds; unknown ones count as upright. */
  static Orientation of(int number) {
    return switch (number) {
      case 2 -> new Orientation(true, false, false);
      case 3 -> new Orientation(true, true, false);
      case 4 -> new Orientation(false, true, false);
      case 5 -> new Orientation(false, false, true);
      case 6 -> new Orientation(false, true, true);
      case 7 -> new Orientation(true, true, true);
      case 8 -> new Orientation(true, false, true);
      default -> UPRIGHT;
    };
  }

  /**
   * Of a picture whose {@link PictureStructure} is sound; upright where nothing else is noted, or
   * the note is damaged. Leaves the stream where it was, at the start.
   */
  static Orientation read(ImageInputStream in) throws IOException {
    if (in.length() < 16) {
      return UPRIGHT;
    }
    int mark = in.readInt();
    Orientation found =
        switch (mark) {
          case PNG -> inPng(in);
          case RIFF -> inWebp(in);
          default ->
              switch (mark >>> 16) {
                case JPEG -> inJpeg(in);
                case LITTLE_ENDIAN, BIG_ENDIAN -> inTiff(in, 0, in.length());
                default -> UPRIGHT;
              };
        };
    in.seek(0);
    in.setByteOrder(ByteOrder.BIG_ENDIAN);
    return found;
  }

  private static Orientation inJpeg(ImageInputStream in) throws IOException {
    in.seek(2);
    int marker = PictureStructure.marker(in);
    while (PictureStructure.isBeforeScan(marker)) {
      long start = in.getStreamPosition();
      long end = start + in.readUnsignedShort();
      if (marker == APP1 && end >= start + 8 && in.readInt() == EXIF_OF_JPEG) {
        return inTiff(in, start + 8, end);
      }
      in.seek(end);
      marker = PictureStructure.marker(in);
    }
    return UPRIGHT;
  }

  private static Orientation inPng(ImageInputStream in) throws IOException {
    for (long at = 8; at + 8 <= in.length(); ) {
      in.seek(at);
      long size = in.readUnsignedInt();
      switch (in.readInt()) {
        case EXIF_OF_PNG -> {
          return inTiff(in, at + 8, at + 8 + size);
        }
        case IMAGE_OF_PNG -> {
          return UPRIGHT;
        }
        default -> at += 12 + size;
      }
    }
    return UPRIGHT;
  }

  private static Orientation inWebp(ImageInputStream in) throws IOException {
    in.setByteOrder(ByteOrder.LITTLE_ENDIAN);
    for (long at = 12; at + 8 <= in.length(); ) {
      in.seek(at);
      int kind = in.readInt();
      long size = in.readUnsignedInt();
      if (kind == EXIF_OF_WEBP) {
        return inTiff(in, at + 8, at + 8 + size);
      }
      at += 8 + size + size % 2;
    }
    return UPRIGHT;
  }

  /** EXIF data is a TIFF without a picture. What lies beyond its end is not looked at. */
  private static Orientation inTiff(ImageInputStream in, long start, long claimedEnd)
      throws IOException {
    long end = Math.min(claimedEnd, in.length());
    if (start + 8 > end) {
      return UPRIGHT;
    }
    in.seek(start);
    in.setByteOrder(ByteOrder.BIG_ENDIAN);
    boolean little = in.readUnsignedShort() == LITTLE_ENDIAN;
    in.setByteOrder(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    in.readShort();
    long fields = start + in.readUnsignedInt();
    if (fields + 2 > end) {
      return UPRIGHT;
    }
    in.seek(fields);
    int count = in.readUnsignedShort();
    for (long at = fields + 2; count > 0 && at + 12 <= end; count--, at += 12) {
      in.seek(at);
      if (in.readUnsignedShort() == TAG) {
        return in.readUnsignedShort() == SHORT && in.readInt() == 1
            ? of(in.readUnsignedShort())
            : UPRIGHT;
      }
    }
    return UPRIGHT;
  }
}
