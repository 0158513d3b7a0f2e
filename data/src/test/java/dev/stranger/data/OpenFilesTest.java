package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class OpenFilesTest {

  @TempDir Path folder;

  private void assertClosedAfterFailure(byte[] content, Function<Path, Dataset> reader)
      throws IOException {
    Path file = Files.write(folder.resolve("x"), content);
    Dataset data = reader.apply(file);
    // The pass begins with what is damaged now: the head of the file.
    Files.write(file, Arrays.copyOf(content, 3));
    assertThatThrownBy(data::open).isInstanceOf(DataException.class);
    assertThat(openFiles()).doesNotContain(file.toRealPath());
  }

  private static List<Path> openFiles() throws IOException {
    try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
      return links.filter(Files::exists).map(OpenFilesTest::target).toList();
    }
  }

  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException e) {
      return link; // closed since it was listed
    }
  }

  @Test
  void aFileThatCannotBeReadIsClosed() throws IOException {
    byte[] array = TestFiles.npy("'|u1'", false, "(2, 2)", new byte[4]);
    byte[] table = TestFiles.gzip("a,b\n1,2\n".getBytes(StandardCharsets.US_ASCII));
    assertClosedAfterFailure(TestFiles.idx(3, 2, 2), IdxFile::read);
    assertClosedAfterFailure(array, NumpyFile::readNpy);
    assertClosedAfterFailure(TestFiles.zip("a", array), path -> NumpyFile.readNpz(path, null));
    assertClosedAfterFailure(table, path -> TableFile.read(path, TableOptions.DEFAULT));
    assertClosedAfterFailure(SvhnFileTest.mat(folder, 2, 2, 5), SvhnFile::read);
  }

  @Test
  void aTextWhoseCompressionIsDamagedIsClosed() throws IOException {
    byte[] packed = TestFiles.gzip("1,2\n".getBytes(StandardCharsets.US_ASCII));
    packed[10] = 0x7f; // no kind of block
    Path file = Files.write(folder.resolve("x"), packed);
    assertThatThrownBy(() -> TableFile.read(file, TableOptions.DEFAULT))
        .isInstanceOf(DataException.class);
    assertThat(openFiles()).doesNotContain(file.toRealPath());
  }
}
