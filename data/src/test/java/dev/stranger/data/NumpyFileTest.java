package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumpyFileTest {

  @TempDir Path folder;

  private Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private Dataset npy(String type, String shape, byte[] numbers) throws IOException {
    return NumpyFile.readNpy(write("x.npy", TestFiles.npy(type, false, shape, numbers)));
  }

  private static byte[] counting(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  @Test
  void dimensionsBehindTheFirstGiveTheShape() throws IOException {
    assertThat(npy("'|u1'", "(4, 6)", counting(24)).shape()).isEqualTo(Shape.of(6));
    assertThat(npy("'|u1'", "(4, 1, 6)", counting(24)).shape()).isEqualTo(Shape.of(1, 6));
    assertThat(npy("'|u1'", "(4, 2, 3)", counting(24)).shape()).isEqualTo(Shape.image(1, 2, 3));
    assertThat(npy("'|u1'", "(2, 3, 2, 2)", counting(24)).shape()).isEqualTo(Shape.image(3, 2, 2));
    assertThat(npy("'|u1'", "(2, 2, 2, 3)", counting(24)).shape()).isEqualTo(Shape.image(3, 2, 2));
  }

  @Test
  void rowsAreSeriesWhenSaidSo() throws IOException {
    DataOptions options = new DataOptions(TableOptions.DEFAULT, ImageOptions.DEFAULT, true);
    Path rows = write("r.npy", TestFiles.npy("'|u1'", false, "(4, 6)", counting(24)));
    Path stack = write("i.npy", TestFiles.npy("'|u1'", false, "(4, 2, 3)", counting(24)));
    assertThat(DataFiles.open(rows, null, options).shape()).isEqualTo(Shape.of(1, 6));
    assertThat(DataFiles.open(stack, null, options).shape()).isEqualTo(Shape.of(2, 3));
  }

  @Test
  void interleavedChannelsAreTakenApart() throws IOException {
    Dataset data = npy("'|u1'", "(1, 2, 2, 3)", counting(12));
    assertThat(Samples.all(data))
        .containsExactly(new float[] {0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11});
  }

  @Test
  void bothByteOrdersAreRead() throws IOException {
    float[] values = {1.5f, -2, 3e7f, 0};
    byte[] little = TestFiles.floats(ByteOrder.LITTLE_ENDIAN, values);
    byte[] big = TestFiles.floats(ByteOrder.BIG_ENDIAN, values);
    assertThat(Samples.all(npy("'<f4'", "(1, 4)", little))).containsExactly(values);
    assertThat(Samples.all(npy("'>f4'", "(1, 4)", big))).containsExactly(values);
    assertThat(npy("'<f4'", "(1, 4)", little).range()).isEqualTo(Range.ANY);
  }

  @Test
  void bytesAreUnsignedAndGreyLevels() throws IOException {
    Dataset data = npy("'|u1'", "(1, 2)", new byte[] {(byte) 255, 1});
    assertThat(Samples.all(data)).containsExactly(new float[] {255, 1});
    assertThat(data.range()).isEqualTo(Range.GREY_LEVELS);
  }

  @Test
  void foreignTypesAreRefusedWithARemedy() throws IOException {
    for (String type : new String[] {"'<U10'", "'|O'", "'<c8'", "'<M8[ns]'", "'<f2'"}) {
      assertThatThrownBy(() -> npy(type, "(1, 4)", new byte[64]))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("stores its array as " + type)
          .hasMessageContaining("save it again as uint8 or float32");
    }
    assertThatThrownBy(() -> npy("[('a', '<f4')]", "(4,)", new byte[16]))
        .isInstanceOf(DataException.class);
  }

  @Test
  void fortranOrderIsRefusedWithARemedy() throws IOException {
    byte[] file = TestFiles.npy("'<f4'", true, "(2, 4)", new byte[32]);
    assertThatThrownBy(() -> NumpyFile.readNpy(write("x.npy", file)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("in Fortran order; save it again with numpy.ascontiguousarray");
  }

  @Test
  void notANumberIsRefusedWithItsPlace() throws IOException {
    byte[] numbers = TestFiles.floats(ByteOrder.LITTLE_ENDIAN, 1, 2, 3, Float.NaN);
    assertThatThrownBy(() -> Samples.all(npy("'<f4'", "(2, 2)", numbers)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("sample 1 of")
        .hasMessageContaining("has the value NaN at position 1");
  }

  @Test
  void anArrayOfAnArchiveIsChosenByName() throws IOException {
    byte[] a = TestFiles.npy("'|u1'", false, "(2, 2)", counting(4));
    byte[] b = TestFiles.npy("'|u1'", false, "(1, 3)", counting(3));
    Path both = write("both.npz", TestFiles.zip("a.npy", a, "b.npy", b));
    Path one = write("one.npz", TestFiles.zip("a.npy", a));

    assertThat(NumpyFile.readNpz(both, "b").shape()).isEqualTo(Shape.of(3));
    assertThat(NumpyFile.readNpz(both, "b").name()).isEqualTo("both.npz:b");
    assertThat(NumpyFile.readNpz(one, null).name()).isEqualTo("one.npz");
    assertThat(Samples.all(NumpyFile.readNpz(one, null))).hasSize(2);
    assertThatThrownBy(() -> NumpyFile.readNpz(both, null))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has 2 arrays; choose one of its arrays [a, b], as in both.npz:a");
    assertThatThrownBy(() -> NumpyFile.readNpz(both, "c")).hasMessageContaining("has no array 'c'");
  }

  @Test
  void aFlippedByteInAnArchiveIsNoticed() throws IOException {
    byte[] array = TestFiles.npy("'|u1'", false, "(2, 2)", counting(4));
    byte[] archive = TestFiles.storedZip("a.npy", array);
    assertThat(Samples.all(NumpyFile.readNpz(write("good.npz", archive), null))).hasSize(2);
    int lastNumber = 30 + "a.npy".length() + array.length - 1; // behind the head of the entry
    archive[lastNumber] ^= 1;
    assertThatThrownBy(() -> Samples.all(NumpyFile.readNpz(write("bad.npz", archive), null)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("bad.npz is not valid compressed data (its checksum differs)");
  }

  @Test
  void arraysOfOtherDimensionsAreRefused() throws IOException {
    for (String shape : new String[] {"()", "(4,)", "(1, 1, 2, 2, 1)"}) {
      assertThatThrownBy(() -> npy("'|u1'", shape, counting(4)))
          .as(shape)
          .isInstanceOf(DataException.class)
          .hasMessageContaining("; samples need 2 to 4");
    }
  }

  @Test
  void sizesThatCannotBeAreRefused() throws IOException {
    for (String shape : new String[] {"(999999999999, 784)", "(2, 999999999)", "(0, 3)", "()"}) {
      assertThatThrownBy(() -> npy("'<f4'", shape, new byte[16]))
          .as(shape)
          .isInstanceOf(DataException.class);
    }
  }

  @Test
  void aFileCutAnywhereIsRefused() throws IOException {
    byte[] array = TestFiles.npy("'|u1'", false, "(2, 2)", counting(4));
    byte[] archive = TestFiles.zip("a.npy", array);
    for (int length = 0; length < array.length; length++) {
      Path cut = write("cut.npy", Arrays.copyOf(array, length));
      assertThatThrownBy(() -> Samples.all(NumpyFile.readNpy(cut)))
          .as("cut to %d", length)
          .isInstanceOf(DataException.class);
    }
    for (int length = 0; length < archive.length; length++) {
      Path cut = write("cut.npz", Arrays.copyOf(archive, length));
      assertThatThrownBy(() -> Samples.all(NumpyFile.readNpz(cut, "a")))
          .as("cut to %d", length)
          .isInstanceOf(DataException.class);
    }
  }
}
