package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompleteFileTest {

  @TempDir Path folder;

  private static void write(Path file, String text) {
    CompleteFile.write(file, out -> out.write(text.getBytes()));
  }

  @Test
  void foldersAreMadeWhenThereIsSomethingToWrite() throws IOException {
    Path file = folder.resolve("a/b/file.txt");
    CompleteFile.requireWritable(file);
    assertThat(folder).isEmptyDirectory();
    write(file, "text");
    assertThat(file).hasContent("text");
  }

  @Test
  void whatFailsLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = folder.resolve("file.txt");
    write(file, "old");
    assertThatThrownBy(
            () ->
                CompleteFile.write(
                    file,
                    out -> {
                      out.write("half of".getBytes());
                      throw new IOException("no space left");
                    }))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("no space left");
    assertThat(file).hasContent("old");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  /** As Ctrl-C does it: nothing that stands behind the writing is reached. */
  static final class EndsWhileWriting {

    public static void main(String[] args) {
      CompleteFile.write(
          Path.of(args[0]),
          out -> {
            out.write(new byte[1 << 20]);
            System.exit(0);
          });
    }
  }

  @Test
  void aProgramThatEndsWhileItWritesLeavesNothing() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    String file = folder.resolve("file.txt").toString();
    Process program =
        new ProcessBuilder(java, "-cp", classes, EndsWhileWriting.class.getName(), file)
            .inheritIO()
            .start();
    assertThat(program.waitFor()).isZero();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aPlaceThatCannotHoldAFileIsRefused() {
    Path file = folder.resolve("file.txt");
    write(file, "text");
    assertThatThrownBy(() -> CompleteFile.requireWritable(folder))
        .isInstanceOf(DataException.class)
        .hasMessage(folder + " is a folder, a file was expected; add a file name");
    assertThatThrownBy(() -> CompleteFile.requireWritable(file.resolve("deeper/other.txt")))
        .isInstanceOf(DataException.class)
        .hasMessage(file + " is a file, a folder for other.txt was expected; choose another place");
  }
}
