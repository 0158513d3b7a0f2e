package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small pictures that are made to take much time or memory. */
class PictureBombTest {

  private static final int MEGABYTES = 256;

  @TempDir Path folder;

  private Dataset read(String name, byte[] picture) {
    try {
      return ImageFolder.read(Files.write(folder.resolve(name), picture), ImageOptions.DEFAULT);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCraftedPictureTakesLittle(PictureBomb bomb) throws IOException {
    byte[] picture = bomb.make();
    assertThat(picture.length).as("bytes of the file").isLessThan(8 << 20);
    Effort.bounded(bomb.name(), MEGABYTES, () -> Samples.all(read(bomb.fileName(), picture)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zTXt", "iTXt", "iCCP"})
  void aPictureIsReadWithoutItsTexts(String chunk) throws IOException {
    byte[] plain = TestPictures.write("png", TestPictures.colour(9, 7));
    byte[] heavy = PictureBomb.pngWith(plain, chunk);
    assertThat(Samples.all(read("heavy.png", heavy)).get(0))
        .containsExactly(Samples.all(read("plain.png", plain)).get(0));
  }

  @Test
  void whatIsWrongWithACraftedPictureIsSaid() {
    assertThatThrownBy(() -> read("a.gif", PictureBomb.GIF_COMMENT.make()))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(".*a.gif cannot be decoded \\(its comments are too long\\); remove .*");
    assertThatThrownBy(() -> read("a.jpg", PictureBomb.JPEG_SCANS.make()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("(it has too many scans)");
    assertThatThrownBy(() -> read("a.tif", PictureBomb.TIFF_SAME_DATA.make()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("(the same data is used again and again)");
  }
}
