package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.picture.EncodedPicture;
import dev.stranger.picture.Picture;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures are read as a person sees them, however the camera was held. */
class UprightPictureTest {

  /** What six fields, stored as ABC in one line and DEF in the next, look like when upright. */
  private static final List<String> UPRIGHT =
      List.of(
          "ABC/DEF",
          "CBA/FED",
          "FED/CBA",
          "DEF/ABC",
          "AD/BE/CF",
          "DA/EB/FC",
          "FC/EB/DA",
          "CF/BE/AD");

  private static final int FIELD = 16;
  private static final List<ByteOrder> ORDERS =
      List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN);

  @TempDir Path folder;

  private static BufferedImage fields() {
    BufferedImage image = new BufferedImage(3 * FIELD, 2 * FIELD, BufferedImage.TYPE_BYTE_GRAY);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        image.getRaster().setSample(x, y, 0, 40 * (y / FIELD * 3 + x / FIELD));
      }
    }
    return image;
  }

  private static String seen(byte[] file) {
    Picture picture = EncodedPicture.of(file, "x").decode(true);
    EncodedPicture.Info info = EncodedPicture.of(file, "x").info();
    assertThat(List.of(info.height(), info.width()))
        .containsExactly(picture.height(), picture.width());
    float[] levels = picture.values();
    StringBuilder seen = new StringBuilder();
    for (int y = FIELD / 2; y < picture.height(); y += FIELD) {
      seen.append(seen.isEmpty() ? "" : "/");
      for (int x = FIELD / 2; x < picture.width(); x += FIELD) {
        seen.append((char) ('A' + Math.round(levels[y * picture.width() + x] / 40)));
      }
    }
    return seen.toString();
  }

  /** A TIFF without a picture: a field that says nothing here, then the orientation. */
  private static byte[] exif(ByteOrder order, int orientation) {
    ByteBuffer tiff = ByteBuffer.allocate(38).order(order);
    tiff.put((order == ByteOrder.BIG_ENDIAN ? "MM" : "II").getBytes()).putShort((short) 42);
    tiff.putInt(8).putShort((short) 2);
    field(tiff, 256, 3 * FIELD);
    field(tiff, 274, orientation);
    return tiff.array();
  }

  private static void field(ByteBuffer tiff, int tag, int value) {
    tiff.putShort((short) tag).putShort((short) 3).putInt(1);
    tiff.putShort((short) value).putShort((short) 0);
  }

  private static byte[] jpeg(byte[] exif) throws IOException {
    byte[] plain = TestPictures.write("jpeg", fields());
    ByteBuffer file = ByteBuffer.allocate(plain.length + 10 + exif.length);
    file.put(plain, 0, 2).putShort((short) 0xffe1).putShort((short) (8 + exif.length));
    file.put("Exif\0\0".getBytes()).put(exif);
    return file.put(plain, 2, plain.length - 2).array();
  }

  private static byte[] png(byte[] exif) throws IOException {
    byte[] plain = TestPictures.write("png", fields());
    int head = 8 + 25; // the signature and the first chunk
    ByteBuffer chunk = ByteBuffer.allocate(12 + exif.length);
    chunk.putInt(exif.length).put("eXIf".getBytes()).put(exif);
    CRC32 sum = new CRC32();
    sum.update(chunk.array(), 4, 4 + exif.length);
    chunk.putInt((int) sum.getValue());
    ByteBuffer file = ByteBuffer.allocate(plain.length + chunk.capacity());
    file.put(plain, 0, head).put(chunk.array());
    return file.put(plain, head, plain.length - head).array();
  }

  private static byte[] tiff(ByteOrder order, int orientation) {
    byte[] levels = (byte[]) fields().getRaster().getDataElements(0, 0, 48, 32, null);
    int[][] fields = {
      {256, 48},
      {257, 32},
      {258, 8},
      {259, 1},
      {262, 1},
      {273, 8},
      {274, orientation},
      {277, 1},
      {278, 32},
      {279, levels.length}
    };
    ByteBuffer tiff = ByteBuffer.allocate(8 + levels.length + 2 + 12 * fields.length + 4);
    tiff.order(order).put((order == ByteOrder.BIG_ENDIAN ? "MM" : "II").getBytes());
    tiff.putShort((short) 42).putInt(8 + levels.length).put(levels);
    tiff.putShort((short) fields.length);
    for (int[] field : fields) {
      field(tiff, field[0], field[1]);
    }
    return tiff.array();
  }

  /** Puts a picture of 2 x 2 into the container that has room for EXIF data. */
  private static byte[] webp(byte[] exif) {
    byte[] plain = Base64.getDecoder().decode(ImageFolderTest.WEBP);
    int even = exif.length + exif.length % 2;
    ByteBuffer file =
        ByteBuffer.allocate(plain.length + 18 + 8 + even).order(ByteOrder.LITTLE_ENDIAN);
    file.put(plain, 0, 4).putInt(file.capacity() - 8).put("WEBPVP8X".getBytes()).putInt(10);
    file.putInt(8).put(new byte[] {1, 0, 0, 1, 0, 0});
    file.put(plain, 12, plain.length - 12);
    file.put("EXIF".getBytes()).putInt(exif.length).put(exif);
    return file.array();
  }

  @Test
  void everyOrientationIsSeenUpright() throws IOException {
    for (ByteOrder order : ORDERS) {
      for (int orientation = 1; orientation <= 8; orientation++) {
        byte[] exif = exif(order, orientation);
        String upright = UPRIGHT.get(orientation - 1);
        assertThat(seen(jpeg(exif))).as("JPEG %s %d", order, orientation).isEqualTo(upright);
        assertThat(seen(png(exif))).as("PNG %s %d", order, orientation).isEqualTo(upright);
        assertThat(seen(tiff(order, orientation)))
            .as("TIFF %s %d", order, orientation)
            .isEqualTo(upright);
      }
    }
  }

  @Test
  void webpIsTurnedToo() {
    for (ByteOrder order : ORDERS) {
      float[] turned = EncodedPicture.of(webp(exif(order, 6)), "x").decode(false).values();
      assertThat(Arrays.copyOf(turned, 4)).as("red").containsExactly(0, 255, 255, 0);
      assertThat(Arrays.copyOfRange(turned, 8, 12)).as("blue").containsExactly(255, 0, 255, 0);
    }
  }

  @Test
  void aTurnedPictureHasTheShapeOfAnUprightOne() throws IOException {
    Path file = Files.write(folder.resolve("a.jpg"), jpeg(exif(ByteOrder.BIG_ENDIAN, 6)));
    Dataset data = ImageFolder.read(file, ImageOptions.DEFAULT);
    assertThat(data.shape()).isEqualTo(Shape.image(1, 3 * FIELD, 2 * FIELD));
    assertThat(ImageFolder.read(file, ImageOptions.DEFAULT.withSize(8, 8)).resizedFrom())
        .isEqualTo("48x32");
  }

  @Test
  void damagedExifIsIgnored() throws IOException {
    String stored = UPRIGHT.get(0);
    byte[] exif = exif(ByteOrder.LITTLE_ENDIAN, 6);
    int needed = exif.length - 4; // what follows is the place of another list of fields
    for (int length = 0; length < needed; length++) {
      byte[] cut = Arrays.copyOf(exif, length);
      assertThat(seen(jpeg(cut))).as("%d bytes in JPEG", length).isEqualTo(stored);
      assertThat(seen(png(cut))).as("%d bytes in PNG", length).isEqualTo(stored);
    }
    for (int unknown : new int[] {0, 9, 255, 65535}) {
      assertThat(seen(jpeg(exif(ByteOrder.BIG_ENDIAN, unknown)))).isEqualTo(stored);
    }
  }

  @Test
  void noExifDataMakesAPictureUnreadable() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      byte[] exif = exif(ORDERS.get(seed % 2), 1 + seed % 8);
      for (int changes = 0; changes < 3; changes++) {
        exif[random.nextInt(exif.length)] = (byte) random.nextInt();
      }
      assertThat(seen(jpeg(exif))).as("JPEG with seed %d", seed).isIn(UPRIGHT);
      assertThat(seen(png(exif))).as("PNG with seed %d", seed).isIn(UPRIGHT);
      assertThat(EncodedPicture.of(webp(exif), "x").decode(true).values())
          .as("WebP with seed %d", seed)
          .hasSize(4);
    }
  }
}
