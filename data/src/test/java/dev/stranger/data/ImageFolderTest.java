package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.BrokenSampleException;
import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Range;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.data.ImageOptions.Colour;
import dev.stranger.prepare.Resize;
import dev.stranger.prepare.Scale;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFolderTest {

  /** A lossless WebP of 2 x 2 pixels: red, green, blue, white. */
  static final String WEBP =
      "UklGRiwAAABXRUJQVlA4TB8AAAAvAUAAAB8gEEjeHzqN+RcQFPwf3fxHZA/gBgwR/Q8BAA==";

  @TempDir Path folder;

  private Path grey(String name, int height, int width) throws IOException {
    BufferedImage image =
        name.endsWith(".gif")
            ? greyPalette(height, width)
            : new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    for (int i = 0; i < height * width; i++) {
      image.getRaster().setSample(i % width, i / width, 0, i * 5 % 256);
    }
    return write(image, name);
  }

  private static BufferedImage greyPalette(int height, int width) {
    byte[] levels = new byte[256];
    for (int i = 0; i < 256; i++) {
      levels[i] = (byte) i;
    }
    IndexColorModel palette = new IndexColorModel(8, 256, levels, levels, levels);
    return new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, palette);
  }

  private Path colour(String name, int height, int width) throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < height * width; i++) {
      image.setRGB(i % width, i / width, 0x0a1400 + i);
    }
    return write(image, name);
  }

  private Path write(BufferedImage image, String name) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    String format = name.substring(name.lastIndexOf('.') + 1);
    assertThat(ImageIO.write(image, format, path.toFile())).as("wrote " + name).isTrue();
    return path;
  }

  @Test
  void losslessFormatsKeepEveryPixel() throws IOException {
    for (String format : new String[] {"png", "bmp", "gif", "tiff"}) {
      Path path = grey("grey." + format, 9, 4);
      Dataset data = ImageFolder.read(path, ImageOptions.DEFAULT.withColour(Colour.GREY));
      assertThat(data.shape()).isEqualTo(Shape.image(1, 9, 4));
      float[] pixels = Samples.all(data).get(0);
      for (int i = 0; i < pixels.length; i++) {
        assertThat(pixels[i]).as("%s at %d", format, i).isEqualTo(i * 5 % 256);
      }
    }
  }

  @Test
  void colourImagesGoChannelByChannel() throws IOException {
    Dataset data = ImageFolder.read(colour("c.png", 2, 2), ImageOptions.DEFAULT);
    assertThat(Samples.all(data).get(0))
        .containsExactly(10, 10, 10, 10, 20, 20, 20, 20, 0, 1, 2, 3);
    assertThat(data.range()).isEqualTo(Range.GREY_LEVELS);
  }

  @Test
  void webpIsRead() throws IOException {
    Path path = Files.write(folder.resolve("x.webp"), Base64.getDecoder().decode(WEBP));
    assertThat(Samples.all(ImageFolder.read(path, ImageOptions.DEFAULT)).get(0))
        .containsExactly(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255);
  }

  @Test
  void jpegIsReadNearly() throws IOException {
    Dataset data = ImageFolder.read(grey("g.jpg", 16, 16), ImageOptions.DEFAULT);
    assertThat(data.shape()).isEqualTo(Shape.image(1, 16, 16));
    assertThat(Samples.all(data).get(0)[5]).isBetween(0f, 60f);
  }

  @Test
  void hiddenFoldersArePassedOver() throws IOException {
    grey(".hidden/cat/1.png", 2, 2);
    grey(".hidden/cat/.thumbnails/1.png", 2, 2);
    grey(".hidden/.ipynb_checkpoints/deep/1.png", 2, 2);
    Dataset data = ImageFolder.read(folder.resolve(".hidden"), ImageOptions.DEFAULT);
    assertThat(data.size()).isEqualTo(1);
    assertThat(data.labelNames()).containsExactly("cat");
    assertThat(data.passedOver())
        .containsExactly(".ipynb_checkpoints/deep/1.png", "cat/.thumbnails/1.png");
  }

  @Test
  void subFoldersGiveTheLabels() throws IOException {
    grey("dog/2.png", 2, 2);
    grey("cat/9.png", 2, 2);
    grey("cat/1.png", 2, 2);
    Files.writeString(folder.resolve("cat/notes.txt"), "passed over");
    Dataset data = ImageFolder.read(folder, ImageOptions.DEFAULT);
    assertThat(data.labelNames()).containsExactly("cat", "dog");
    assertThat(Samples.labels(data)).containsExactly("cat", "cat", "dog");
  }

  @Test
  void oneColourImageMakesAllColour() throws IOException {
    grey("a.png", 2, 2);
    colour("b.png", 2, 2);
    assertThat(ImageFolder.read(folder, ImageOptions.DEFAULT).shape())
        .isEqualTo(Shape.image(3, 2, 2));
    ImageOptions grey = ImageOptions.DEFAULT.withColour(Colour.GREY);
    assertThat(ImageFolder.read(folder, grey).shape()).isEqualTo(Shape.image(1, 2, 2));
  }

  @Test
  void whatIsResizedSaysFromWhere() throws IOException {
    grey("a.png", 9, 4);
    ImageOptions small = ImageOptions.DEFAULT.withSize(3, 2);
    assertThat(ImageFolder.read(folder, ImageOptions.DEFAULT).resizedFrom()).isEmpty();
    assertThat(ImageFolder.read(folder, small).resizedFrom()).isEqualTo("9x4");
    grey("b.png", 20, 30);
    grey("c.png", 5, 5);
    Dataset mixed = ImageFolder.read(folder, small);
    assertThat(mixed.first(2).named("x").map(Scale.toUnit()).resizedFrom())
        .isEqualTo("5x5 to 20x30");
    Dataset kept = ImageFolder.read(folder.resolve("b.png"), ImageOptions.DEFAULT);
    assertThat(kept.map(Scale.toUnit()).resizedFrom()).isEmpty();
    assertThat(kept.map(Resize.to(4, 4)).map(Scale.toUnit()).resizedFrom()).isEqualTo("20x30");
  }

  @Test
  void mixedSizesNeedASize() throws IOException {
    grey("a.png", 4, 4);
    grey("b.png", 8, 6);
    assertThatThrownBy(() -> ImageFolder.read(folder, ImageOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(".*a.png is 4x4 pixels, .*b.png is 8x6; choose one size for all")
        .extracting(e -> ((DataException) e).remedies())
        .isEqualTo(List.of(Remedy.SIZE));
    Dataset data = ImageFolder.read(folder, ImageOptions.DEFAULT.withSize(5, 7));
    assertThat(data.shape()).isEqualTo(Shape.image(1, 5, 7));
    assertThat(Samples.all(data)).hasSize(2);
  }

  @Test
  void aBrokenPictureAmongGoodOnesIsNamed() throws IOException {
    grey("a.png", 4, 4);
    byte[] good = Files.readAllBytes(grey("b.png", 4, 4));
    Files.write(folder.resolve("b.png"), Arrays.copyOf(good, good.length - 30));
    assertThatThrownBy(() -> Samples.all(ImageFolder.read(folder, ImageOptions.DEFAULT)))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(".*b.png cannot be decoded .*; remove or replace it");
    Files.writeString(folder.resolve("b.png"), "no picture");
    assertThatThrownBy(() -> ImageFolder.read(folder, ImageOptions.DEFAULT))
        .hasMessageMatching(".*b.png is not a picture; remove or replace it");
  }

  @Test
  void aPictureThatClaimsToBeHugeIsRefusedBeforeItIsDecoded() throws IOException {
    byte[] png = Files.readAllBytes(grey("a.png", 4, 4));
    png[16] = 0x00; // width 0x00ff0004
    png[17] = (byte) 0xff;
    Files.write(folder.resolve("a.png"), png);
    assertThatThrownBy(() -> ImageFolder.read(folder, ImageOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(".*a.png claims 4 x 16711684 pixels, too many for a picture of .*");
  }

  @Test
  void aPictureLargerThanASampleIsRead() throws IOException {
    BufferedImage large = new BufferedImage(8192, 2800, BufferedImage.TYPE_BYTE_BINARY);
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) { // a blank picture would be taken for a damaged one
      large.setRGB(random.nextInt(8192), random.nextInt(100), 0xffffff);
    }
    large.setRGB(8191, 2799, 0xffffff);
    Path path = write(large, "large.png");
    ImageOptions colour = ImageOptions.DEFAULT.withColour(Colour.RGB);

    assertThatThrownBy(() -> ImageFolder.read(path, colour))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("large.png is 2800x8192 pixels, too large for a sample")
        .hasMessageEndingWith("choose a smaller size")
        .extracting(e -> ((DataException) e).remedies())
        .isEqualTo(List.of(Remedy.SIZE));
    float[] small = Samples.all(ImageFolder.read(path, colour.withSize(28, 32))).get(0);
    assertThat(small).hasSize(3 * 28 * 32);
    assertThat(small[0]).as("noise in the first rows").isPositive();
    assertThat(small[5 * 32]).as("black below").isZero();
  }

  @Test
  void numbersThatAreNoGreyLevelsAreRefused() throws IOException {
    ColorSpace grey = ColorSpace.getInstance(ColorSpace.CS_GRAY);
    int[] types = {DataBuffer.TYPE_INT, DataBuffer.TYPE_FLOAT, DataBuffer.TYPE_SHORT};
    for (int type : types) {
      BufferedImage image =
          ImageTypeSpecifier.createInterleaved(grey, new int[] {0}, type, false, false)
              .createBufferedImage(3, 2);
      Path path = write(image, "measured.tiff");
      assertThatThrownBy(() -> ImageFolder.read(path, ImageOptions.DEFAULT))
          .as("data type %d", type)
          .isInstanceOf(DataException.class)
          .hasMessageContaining("measured.tiff stores ")
          .hasMessageEndingWith("save it with 8 or 16 bits");
    }
  }

  @Test
  void sixteenBitsBecomeEight() throws IOException {
    BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_USHORT_GRAY);
    image.getRaster().setSample(0, 0, 0, 65535);
    image.getRaster().setSample(1, 0, 0, 257);
    for (String name : new String[] {"deep.png", "deep.tiff"}) {
      assertThat(Samples.all(ImageFolder.read(write(image, name), ImageOptions.DEFAULT)))
          .containsExactly(new float[] {255, 1});
    }
  }

  @Test
  void theRootIsNoPicture() {
    assertThat(PictureNames.hasImageName(Path.of("/"))).isFalse();
    assertThatThrownBy(() -> DataFiles.open(Path.of("/"), "x", DataOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has no part 'x'");
  }

  @Test
  void aFolderWithoutPicturesIsRefused() {
    assertThatThrownBy(() -> ImageFolder.read(folder, ImageOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("holds no pictures");
  }

  @Test
  void sizesAreWrittenAsOneNumberOrTwo() {
    assertThat(ImageOptions.Size.parse("64")).isEqualTo(new ImageOptions.Size(64, 64));
    assertThat(ImageOptions.Size.parse("48x64")).isEqualTo(new ImageOptions.Size(48, 64));
    assertThatThrownBy(() -> ImageOptions.Size.parse("big")).hasMessageContaining("'big'");
  }

  /** A gate must not let pass what it cannot read. */
  @Test
  void picturesThatCannotBeReadAreNotPassedOver() throws IOException {
    Path file = write(TestPictures.grey(4, 4), "a.png");
    Path broken = Files.createSymbolicLink(folder.resolve("gone.png"), folder.resolve("none"));
    assertThatThrownBy(() -> ImageFolder.read(folder, ImageOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessage(broken + " is no file that can be read; remove or replace it");
    Files.delete(broken);
    Path foreign = Files.copy(file, folder.resolve("b.avif"));
    assertThatThrownBy(() -> ImageFolder.read(folder, ImageOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(foreign + " is a picture of a kind that cannot be read");
  }

  @Test
  void linkedFoldersAreReadAndHiddenFilesAreNot() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path file = write(TestPictures.grey(4, 4), "elsewhere/a.png");
    Files.copy(file, elsewhere.resolve("b.jfif"));
    Files.copy(file, elsewhere.resolve(".hidden.png"));
    Path pictures = Files.createDirectory(folder.resolve("pictures"));
    Files.createSymbolicLink(pictures.resolve("linked"), elsewhere);
    Dataset data = ImageFolder.read(pictures, ImageOptions.DEFAULT);
    assertThat(data.size()).isEqualTo(2);
    assertThat(data.labelNames()).containsExactly("linked");
  }

  @Test
  void whatIsHiddenOrNoPictureIsNamed() throws IOException {
    grey("a.png", 4, 4);
    grey("b/c.png", 4, 4);
    Files.writeString(folder.resolve("notes.txt"), "x");
    Files.writeString(folder.resolve("b/.DS_Store"), "x");
    Files.writeString(folder.resolve("b/data"), "x");
    Dataset data = ImageFolder.read(folder, ImageOptions.DEFAULT);
    assertThat(data.size()).isEqualTo(2);
    String sub = "b" + folder.getFileSystem().getSeparator();
    assertThat(data.first(1).named("x").map(Scale.toUnit()).passedOver())
        .containsExactlyInAnyOrder("notes.txt", sub + ".DS_Store", sub + "data");
  }

  /** Size and colour are known, as they are to a detector, so that no head is read before. */
  @Test
  void aPassGoesOnBehindWhatCannotBeRead() throws IOException {
    grey("a.png", 4, 4);
    Files.writeString(folder.resolve("b.png"), "no picture");
    Files.writeString(folder.resolve("c.heic"), "x");
    Files.createSymbolicLink(folder.resolve("d.png"), folder.resolve("none"));
    byte[] good = Files.readAllBytes(grey("e/e.png", 4, 4));
    Files.write(folder.resolve("e/e.png"), Arrays.copyOf(good, good.length - 30));
    grey("f.png", 4, 4);
    ImageOptions known = ImageOptions.DEFAULT.withSize(4, 4).withColour(Colour.GREY);
    Dataset data = ImageFolder.read(folder, known).map(Scale.toUnit()).where(i -> i != 0);
    float[] sample = new float[16];
    try (Cursor cursor = data.open()) {
      for (String problem : List.of("is not a picture", "of a kind", "is no file", "be decoded")) {
        assertThatThrownBy(() -> cursor.next(sample, 0))
            .isInstanceOf(BrokenSampleException.class)
            .hasMessageContaining(problem);
      }
      assertThat(data.labelNames()).containsExactly("e");
      assertThat(cursor.label()).as("of the broken one").isZero();
      assertThat(cursor.next(sample, 0)).isTrue();
      assertThat(sample[1]).isEqualTo(5 / 255f);
      assertThat(cursor.next(sample, 0)).isFalse();
    }
    assertThatThrownBy(data::resizedFrom).hasMessageContaining("b.png is not a picture");
    assertThatThrownBy(data::inMemory).hasMessageContaining("b.png is not a picture");
  }
}
