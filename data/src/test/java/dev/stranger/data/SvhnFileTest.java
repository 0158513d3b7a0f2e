package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.MatFile;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sink;
import us.hebi.matlab.mat.types.Sinks;

class SvhnFileTest {

  @TempDir Path folder;

  private static int pixel(int y, int x, int channel, int image) {
    return (31 * y + 17 * x + 7 * channel + 3 * image) % 256;
  }

  /** Written by another library, so that the two cannot be wrong in the same way. */
  static byte[] mat(Path folder, int images, int labels, int deflateLevel) throws IOException {
    Matrix x = Mat5.newMatrix(new int[] {4, 5, 3, images}, MatlabType.UInt8);
    for (int n = 0; n < images; n++) {
      for (int i = 0; i < 60; i++) {
        int y = i % 4;
        int column = i / 4 % 5;
        x.setInt(new int[] {y, column, i / 20, n}, pixel(y, column, i / 20, n));
      }
    }
    Matrix y = Mat5.newMatrix(labels, 1);
    for (int n = 0; n < labels; n++) {
      y.setInt(n, 0, n % 10 + 1);
    }
    MatFile file = Mat5.newMatFile().addArray("extra", Mat5.newMatrix(2, 2)).addArray("X", x);
    file.addArray("y", y);
    Path path = folder.resolve("written.mat");
    try (Sink sink = Sinks.newStreamingFile(path.toFile())) {
      Mat5.newWriter(sink).setDeflateLevel(deflateLevel).writeMat(file);
    }
    return Files.readAllBytes(path);
  }

  private Path write(byte[] content) throws IOException {
    return Files.write(folder.resolve("x.mat"), content);
  }

  @Test
  void readsWhatAnotherLibraryWrote() throws IOException {
    for (int deflateLevel : new int[] {0, 5}) {
      Dataset data = SvhnFile.read(write(mat(folder, 11, 11, deflateLevel)));
      assertThat(data.shape()).isEqualTo(Shape.image(3, 4, 5));
      assertThat(data.size()).isEqualTo(11);
      float[] third = Samples.all(data).get(2);
      for (int i = 0; i < third.length; i++) {
        assertThat(third[i]).isEqualTo(pixel(i / 5 % 4, i % 5, i / 20, 2));
      }
    }
  }

  @Test
  void labelTenIsTheDigitZero() throws IOException {
    Dataset data = SvhnFile.read(write(mat(folder, 11, 11, 5)));
    assertThat(Samples.labels(data))
        .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "1");
  }

  @Test
  void anotherNumberOfLabelsIsRefused() throws IOException {
    byte[] content = mat(folder, 5, 4, 5);
    assertThatThrownBy(() -> SvhnFile.read(write(content)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has 4 x 1 labels for 5 images");
  }

  @Test
  void aFileCutAnywhereIsRefused() throws IOException {
    byte[] whole = mat(folder, 3, 3, 5);
    for (int length = 0; length < whole.length; length++) {
      Path file = write(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Samples.all(SvhnFile.read(file)))
          .as("cut to %d of %d bytes", length, whole.length)
          .isInstanceOf(DataException.class);
    }
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    assertThatThrownBy(() -> SvhnFile.read(write("MATLAB 7.3 ...".getBytes())))
        .hasMessageContaining("is not a MATLAB version 5 file; save it with -v6 or -v7");
  }
}
