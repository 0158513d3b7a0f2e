package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.picture.EncodedPicture;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A picture is read as it was written, or refused. */
class CutPictureTest {

  private static final String LOSSLESS =
      "UklGRnoAAABXRUJQVlA4TG0AAAAvD8ACAH8gEEjaH3oNAUGR/6MNyvwHDhNIDEMiGBLDgFEAII2yaQNJgFqAURIbnA1W"
          + "gfU9O0T0X23aBsxup7yBFg90rXL9UpPLAxqVOLPxgaZFhm9k8cYbdq4y1P7wi6Trdv7kaJXpFtqLPD8uAA==";
  private static final String LOSSY =
      "UklGRpYAAABXRUJQVlA4IIoAAAAwAwCdASoQAAwAB0CWJbACdG1/igAjGfOw5gF1cmrtJ4k4APdPEPxWXoG/8YmRixiU"
          + "d2G6u+lLcuti7BC/Z8ngDOZBRVdt/5tD4jk3IP3herbjjnjl2EDB6qf5JazrU6EfAcwuzgQGRCUgiQ+VduWmXiXL"
          + "RNJdTGYuXk75AmfEGmzrnU7e7O+TQAA=";

  @TempDir Path folder;

  private record Whole(String name, byte[] bytes) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Whole> pictures() throws IOException {
    BufferedImage colour = TestPictures.colour(23, 17);
    BufferedImage palette = TestPictures.palette(23, 17);
    return Stream.of(
        new Whole("baseline.jpg", TestPictures.write("jpeg", colour)),
        new Whole("progressive.jpg", TestPictures.progressive("jpeg", colour)),
        new Whole("grey.jpg", TestPictures.write("jpeg", TestPictures.grey(23, 17))),
        new Whole("plain.png", TestPictures.write("png", colour)),
        new Whole("interlaced.png", TestPictures.progressive("png", colour)),
        new Whole("palette.png", TestPictures.write("png", palette)),
        new Whole("plain.gif", TestPictures.write("gif", palette)),
        new Whole("interlaced.gif", TestPictures.progressive("gif", palette)),
        new Whole("plain.bmp", TestPictures.write("bmp", colour)),
        new Whole("runs.bmp", TestPictures.compressed("bmp", palette, "BI_RLE8")),
        new Whole("plain.tif", TestPictures.write("tiff", colour)),
        new Whole("lzw.tif", TestPictures.compressed("tiff", colour, "LZW")),
        new Whole("deflate.tif", TestPictures.compressed("tiff", colour, "Deflate")),
        new Whole("runs.tif", TestPictures.compressed("tiff", colour, "PackBits")),
        new Whole("jpeg.tif", TestPictures.compressed("tiff", colour, "JPEG")),
        new Whole("lossless.webp", Base64.getDecoder().decode(LOSSLESS)),
        new Whole("lossy.webp", Base64.getDecoder().decode(LOSSY)));
  }

  private float[] read(String name, byte[] bytes) throws IOException {
    Path path = Files.write(folder.resolve(name), bytes);
    return Samples.all(ImageFolder.read(path, ImageOptions.DEFAULT)).get(0);
  }

  /** Of the bytes alone, without a file. */
  private static float[] decode(byte[] bytes) {
    EncodedPicture picture = EncodedPicture.of(bytes, "the picture");
    return picture.decode(picture.info().grey()).values();
  }

  @ParameterizedTest
  @MethodSource("pictures")
  void bytesAreDecodedAsAFileIs(Whole picture) throws IOException {
    assertThat(decode(picture.bytes())).containsExactly(read(picture.name(), picture.bytes()));
    byte[] cut = Arrays.copyOf(picture.bytes(), picture.bytes().length / 2);
    assertThatThrownBy(() -> decode(cut))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("the picture cannot be decoded");
  }

  @ParameterizedTest
  @MethodSource("pictures")
  void aCutPictureIsRefusedOrLacksNothing(Whole picture) throws IOException {
    float[] pixels = read(picture.name(), picture.bytes());
    int refused = 0;
    for (int length = 0; length < picture.bytes().length; length += 1 + length / 97) {
      try {
        assertThat(read(picture.name(), Arrays.copyOf(picture.bytes(), length)))
            .as("the first %d of %d bytes", length, picture.bytes().length)
            .containsExactly(pixels);
      } catch (DataException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(100);
  }

  @ParameterizedTest
  @MethodSource("pictures")
  void whatFollowsAPictureDoesNoHarm(Whole picture) throws IOException {
    byte[] longer = Arrays.copyOf(picture.bytes(), picture.bytes().length + 3000);
    assertThat(read(picture.name(), longer)).containsExactly(read(picture.name(), picture.bytes()));
  }

  @Test
  void aHarmlessWarningDoesNotRefuseAPicture() throws IOException {
    byte[] jpeg = TestPictures.write("jpeg", TestPictures.colour(23, 17));
    float[] pixels = read("plain.jpg", jpeg);
    jpeg[11] = 9; // a version of JFIF that nobody has heard of
    assertThat(read("newer.jpg", jpeg)).containsExactly(pixels);
  }

  @Test
  void theMessageSaysWhatIsMissing() throws IOException {
    byte[] jpeg = TestPictures.write("jpeg", TestPictures.colour(23, 17));
    assertThatThrownBy(() -> read("cut.jpg", Arrays.copyOf(jpeg, jpeg.length - 100)))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(
            ".*cut.jpg cannot be decoded \\(its data ends too early\\); remove or replace it");
  }
}
