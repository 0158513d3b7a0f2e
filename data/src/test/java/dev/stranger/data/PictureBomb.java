package dev.stranger.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** Makes files that are small and ask for much. */
enum PictureBomb {
  PNG_TEXT("png") {
    @Override
    byte[] made() throws IOException {
      return pngWith(TestPictures.write("png", TestPictures.colour(9, 7)), "zTXt");
    }
  },
  PNG_TEXT_WITH_PALETTE("png") {
    @Override
    byte[] made() throws IOException {
      return pngWith(TestPictures.write("png", TestPictures.palette(9, 7)), "iTXt");
    }
  },
  PNG_PROFILE("png") {
    @Override
    byte[] made() throws IOException {
      return pngWith(TestPictures.write("png", TestPictures.palette(9, 7)), "iCCP");
    }
  },
  PNG_HUGE_CLAIM("png") {
    @Override
    byte[] made() throws IOException {
      byte[] png = TestPictures.write("png", TestPictures.grey(9, 7));
      ByteBuffer.wrap(png).putInt(16, 60_000).putInt(20, 60_000);
      return png;
    }
  },
  PNG_LONG_CHUNK("png") {
    @Override
    byte[] made() throws IOException {
      byte[] png = TestPictures.write("png", TestPictures.palette(9, 7));
      ByteBuffer.wrap(png).putInt(33, 0x7ffffff0);
      return png;
    }
  },
  GIF_COMMENT("gif") {
    @Override
    byte[] made() throws IOException {
      byte[] block = new byte[256];
      block[0] = (byte) 255;
      byte[] comment = joined(bytes(0x21, 0xfe), repeated(block, 20_000), bytes(0));
      return gif(comment, 0);
    }
  },
  GIF_FRAMES("gif") {
    @Override
    byte[] made() throws IOException {
      return gif(bytes(), 20_000);
    }
  },
  GIF_CANVAS("gif") {
    @Override
    byte[] made() throws IOException {
      byte[] gif = TestPictures.write("gif", TestPictures.palette(9, 7));
      ByteBuffer.wrap(gif).putInt(6, 0xffffffff);
      return gif;
    }
  },
  GIF_FRAME_SIZE("gif") {
    @Override
    byte[] made() throws IOException {
      byte[] gif = TestPictures.write("gif", TestPictures.palette(9, 7));
      int frame = gifHead(gif);
      while (gif[frame] != 0x2c) {
        frame++;
      }
      ByteBuffer.wrap(gif).putInt(frame + 5, 0xffffffff);
      return gif;
    }
  },
  JPEG_SCANS("jpg") {
    @Override
    byte[] made() throws IOException {
      byte[] jpeg = TestPictures.progressive("jpeg", TestPictures.colour(40, 30));
      int last = jpeg.length - 2;
      while (jpeg[last] != (byte) 0xff || jpeg[last + 1] != (byte) 0xda) {
        last--;
      }
      byte[] scans = repeated(Arrays.copyOfRange(jpeg, last, jpeg.length - 2), 20_000);
      byte[] many = joined(Arrays.copyOf(jpeg, jpeg.length - 2), scans, bytes(0xff, 0xd9));
      return withJpegSize(many, 2000);
    }
  },
  JPEG_WITHOUT_DATA("jpg") {
    @Override
    byte[] made() throws IOException {
      byte[] jpeg = TestPictures.progressive("jpeg", TestPictures.colour(40, 30));
      return withJpegSize(Arrays.copyOf(jpeg, jpeg.length - 40), 1200);
    }
  },
  JPEG_COMMENTS("jpg") {
    @Override
    byte[] made() throws IOException {
      byte[] jpeg = TestPictures.write("jpeg", TestPictures.colour(40, 30));
      byte[] comments = repeated(bytes(0xff, 0xfe, 0, 3, 'a'), 500_000);
      return joined(Arrays.copyOf(jpeg, 2), comments, Arrays.copyOfRange(jpeg, 2, jpeg.length));
    }
  },
  TIFF_SAME_DATA("tif") {
    @Override
    byte[] made() {
      return tiff(60_000, 273, 700_000, 3_000_000);
    }
  },
  TIFF_WILD_OFFSET("tif") {
    @Override
    byte[] made() {
      return tiff(1, 273, 0x3fffffff, 0);
    }
  },
  TIFF_DESCRIPTIONS("tif") {
    @Override
    byte[] made() {
      return tiff(60_000, 270, 700_000, 3_000_000);
    }
  };

  private final String extension;

  PictureBomb(String extension) {
    this.extension = extension;
  }

  abstract byte[] made() throws IOException;

  byte[] make() {
    try {
      return made();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String fileName() {
    return "bomb." + extension;
  }

  /** With a chunk of some hundred kilobytes that unpacks to 400 MB. */
  static byte[] pngWith(byte[] png, String chunk) throws IOException {
    byte[] head = "key\0".getBytes(StandardCharsets.US_ASCII);
    byte[] flags = chunk.equals("iTXt") ? bytes(1, 0, 0, 0) : bytes(0);
    byte[] body = joined(chunk.getBytes(StandardCharsets.US_ASCII), head, flags, deflated(400));
    CRC32 sum = new CRC32();
    sum.update(body);
    byte[] whole =
        ByteBuffer.allocate(body.length + 8)
            .putInt(body.length - 4)
            .put(body)
            .putInt((int) sum.getValue())
            .array();
    int header = 33;
    return joined(Arrays.copyOf(png, header), whole, Arrays.copyOfRange(png, header, png.length));
  }

  static byte[] deflated(int megabytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] megabyte = new byte[1 << 20];
    Arrays.fill(megabyte, (byte) 'a');
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      for (int i = 0; i < megabytes; i++) {
        deflater.write(megabyte);
      }
    }
    return out.toByteArray();
  }

  /** A picture with something in front of its frame, which is there some times more. */
  private static byte[] gif(byte[] before, int more) throws IOException {
    byte[] gif = TestPictures.write("gif", TestPictures.palette(9, 7));
    int head = gifHead(gif);
    byte[] frame = Arrays.copyOfRange(gif, head, gif.length - 1);
    return joined(Arrays.copyOf(gif, head), before, repeated(frame, more + 1), bytes(0x3b));
  }

  private static int gifHead(byte[] gif) {
    return (gif[10] & 0x80) == 0 ? 13 : 13 + (6 << (gif[10] & 7));
  }

  private static byte[] withJpegSize(byte[] jpeg, int side) {
    int frame = 2;
    while (jpeg[frame] != (byte) 0xff || jpeg[frame + 1] != (byte) 0xc2) {
      frame++;
    }
    ByteBuffer.wrap(jpeg).putShort(frame + 5, (short) side).putShort(frame + 7, (short) side);
    return jpeg;
  }

  /** A grey picture of 8 x 8 pixels with fields of four-byte numbers that all lie at its start. */
  private static byte[] tiff(int fields, int tag, int count, int padding) {
    int[][] usual = {
      {256, 8}, {257, 8}, {258, 8}, {259, 1}, {262, 1}, {273, 8}, {277, 1}, {278, 8}, {279, 64}
    };
    int directory = 72;
    int size = directory + 6 + 12 * (usual.length + fields) + padding;
    ByteBuffer file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(0x002a4949).putInt(directory).position(directory);
    file.putShort((short) (usual.length + fields));
    for (int[] field : usual) {
      file.putShort((short) field[0]).putShort((short) 4).putInt(1).putInt(field[1]);
    }
    for (int i = 0; i < fields; i++) {
      file.putShort((short) tag).putShort((short) 4).putInt(count).putInt(8);
    }
    return file.array();
  }

  private static byte[] repeated(byte[] part, int times) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
