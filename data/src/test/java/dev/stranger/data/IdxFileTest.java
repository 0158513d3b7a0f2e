package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxFileTest {

  @TempDir Path folder;

  private Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  @Test
  void readsImagesPlainAndCompressedAlike() throws IOException {
    Dataset plain = IdxFile.read(write("plain", TestFiles.idx(3, 2, 4)));
    Dataset gzip = IdxFile.read(write("gzip", TestFiles.gzip(TestFiles.idx(3, 2, 4))));

    assertThat(plain.shape()).isEqualTo(Shape.image(1, 2, 4));
    assertThat(plain.range()).isEqualTo(Range.GREY_LEVELS);
    assertThat(Samples.all(plain))
        .containsExactly(
            new float[] {0, 1, 2, 3, 4, 5, 6, 7},
            new float[] {8, 9, 10, 11, 12, 13, 14, 15},
            new float[] {16, 17, 18, 19, 20, 21, 22, 23});
    assertThat(Samples.all(gzip)).usingRecursiveComparison().isEqualTo(Samples.all(plain));
  }

  @Test
  void labelsComeFromTheSecondFile() throws IOException {
    Path images = write("images", TestFiles.idx(3, 2, 2));
    Path labels = write("labels", TestFiles.idx(3));
    Dataset data = IdxFile.read(images, labels, List.of("zero", "one", "two"));
    assertThat(Samples.labels(data)).containsExactly("zero", "one", "two");
    assertThat(Samples.all(data.labelled("one"))).containsExactly(new float[] {4, 5, 6, 7});
  }

  @Test
  void labelsWithoutNamesAreCalledByTheirNumbers() throws IOException {
    Path few = write("train-images-idx3-ubyte", TestFiles.idx(3, 1, 1));
    write("train-labels-idx1-ubyte", TestFiles.idx(3));
    Path many = write("t10k-images-idx3-ubyte", TestFiles.idx(27, 1, 1));
    write("t10k-labels-idx1-ubyte", TestFiles.idx(27));
    assertThat(DataFiles.open(few, null, DataOptions.DEFAULT).labelNames())
        .isEqualTo(SvhnFile.LABEL_NAMES);
    assertThat(DataFiles.open(many, null, DataOptions.DEFAULT).labelNames())
        .hasSize(27)
        .endsWith("25", "26");
  }

  @Test
  void filesThatDoNotBelongTogetherAreRefused() throws IOException {
    Path images = write("images", TestFiles.idx(3, 2, 2));
    Path labels = write("labels", TestFiles.idx(4));
    assertThatThrownBy(() -> IdxFile.read(images, labels, List.of("a", "b", "c", "d")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("holds 4 labels for the 3 samples of");
    Path three = write("three", TestFiles.idx(3));
    assertThatThrownBy(() -> IdxFile.read(images, three, List.of("a", "b")))
        .hasMessageContaining("has label 2 at position 2, labels go from 0 to 1");
  }

  @Test
  void aWrongMagicIsNamed() throws IOException {
    byte[] file = TestFiles.idx(3, 2, 2);
    file[0] = 'P';
    assertThatThrownBy(() -> IdxFile.read(write("x", file)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("is not an IDX file: it begins with 0x50000803");
  }

  @Test
  void aCountLargerThanTheFileIsRefusedBeforeReading() throws IOException {
    byte[] file = TestFiles.idx(3, 2, 2);
    file[4] = 0x7f;
    for (byte[] content : new byte[][] {file, TestFiles.gzip(file)}) {
      assertThatThrownBy(() -> IdxFile.read(write("x", content)))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("claims 2130706435 x 2 x 2 numbers, more than the file can hold");
    }
  }

  @Test
  void aFileCutAnywhereIsRefused() throws IOException {
    byte[] plain = TestFiles.idx(3, 2, 2);
    byte[] gzip = TestFiles.gzip(plain);
    for (byte[] whole : new byte[][] {plain, gzip}) {
      for (int length = 0; length < whole.length; length++) {
        Path file = write("cut", Arrays.copyOf(whole, length));
        assertThatThrownBy(() -> Samples.all(IdxFile.read(file)))
            .as("cut to %d of %d bytes", length, whole.length)
            .isInstanceOf(DataException.class)
            .hasMessageContaining("cut");
      }
    }
  }

  @Test
  void bytesBehindTheLastImageAreRefused() throws IOException {
    byte[] file = Arrays.copyOf(TestFiles.idx(3, 2, 2), 29);
    assertThatThrownBy(() -> Samples.all(IdxFile.read(write("long", file))))
        .hasMessageContaining("goes on after the 3 samples its header claims");
  }

  @Test
  void aFlippedBitInACompressedFileIsNoticed() throws IOException {
    byte[] gzip = TestFiles.gzip(TestFiles.idx(3, 2, 2));
    gzip[gzip.length - 6] ^= 1; // in the checksum
    assertThatThrownBy(() -> Samples.all(IdxFile.read(write("flipped", gzip))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("is not valid compressed data");
  }
}
