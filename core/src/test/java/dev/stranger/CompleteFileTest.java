package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no space left");
    assertThat(file).hasContent("old");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aFileThatManyThreadsWriteIsAlwaysWhole() throws Exception {
    Path file = folder.resolve("file.txt");
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<?>> writes = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      String text = Integer.toString(i % 10).repeat(100_000 + i);
      writes.add(threads.submit(() -> write(file, text)));
    }
    for (Future<?> write : writes) {
      write.get();
      assertThat(Files.readString(file)).matches("(\\d)\\1{99999,}");
    }
    threads.shutdown();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void nothingIsWrittenThroughALink() throws IOException {
    Path file = folder.resolve("file.txt");
    Path other = Files.writeString(folder.resolve("other.txt"), "kept");
    CompleteFile.write(
        file,
        out -> {
          try (Stream<Path> files = Files.list(folder)) {
            Path part = files.filter(name -> name.toString().endsWith(".part")).findAny().get();
            Files.createSymbolicLink(Path.of(part.toString().replace("-0.part", "-1.part")), other);
          }
          assertThatThrownBy(() -> write(file, "lost"))
              .isInstanceOf(RequestException.class)
              .hasMessageContaining("file.txt");
          out.write("text".getBytes());
        });
    assertThat(other).hasContent("kept");
    assertThat(file).hasContent("text");
  }

  /** As kill -9 does it. */
  static final class IsKilledWhileWriting {

    public static void main(String[] args) {
      CompleteFile.write(
          Path.of(args[0]),
          out -> {
            out.write(new byte[1 << 20]);
            Runtime.getRuntime().halt(0);
          });
    }
  }

  @Test
  void whatAKilledProgramLeftIsRemovedByTheNext() throws Exception {
    Path file = folder.resolve("file.txt");
    run(IsKilledWhileWriting.class, file);
    Path left = onlyFile();
    assertThat(left.getFileName().toString()).matches("file\\.txt\\.[0-9a-f]{16}-0\\.part");
    Path fresh = Files.copy(left, folder.resolve("file.txt.0123456789abcdef-0.part"));
    Path unlike = Files.copy(left, folder.resolve("other.file.txt.part"));
    age(left);

    write(file, "text");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(file, fresh, unlike);
    }
  }

  @Test
  void whatALiveProgramIsWritingIsLeftAlone() throws Exception {
    Path file = folder.resolve("file.txt");
    CompleteFile.write(
        file,
        out -> {
          Path part = onlyFile();
          run(WritesTextLater.class, file);
          write(file, "by this one");
          assertThat(part).exists();
          out.write("last".getBytes());
        });
    assertThat(onlyFile()).isEqualTo(file).hasContent("last");
  }

  static final class WritesTextLater {

    public static void main(String[] args) throws IOException {
      Path file = Path.of(args[0]);
      try (Stream<Path> parts = Files.list(file.getParent())) {
        age(parts.findAny().orElseThrow());
      }
      write(file, "by another");
    }
  }

  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(100)));
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  private static void run(Class<?> program, Path file) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    Process process =
        new ProcessBuilder(java, "-cp", classes, program.getName(), file.toString())
            .inheritIO()
            .start();
    assertThat(process.onExit().join().exitValue()).isZero();
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
  void aProgramThatEndsWhileItWritesLeavesNothing() throws IOException {
    run(EndsWhileWriting.class, folder.resolve("file.txt"));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aPlaceThatCannotHoldAFileIsRefused() {
    Path file = folder.resolve("file.txt");
    write(file, "text");
    assertThatThrownBy(() -> CompleteFile.requireWritable(folder))
        .isInstanceOf(RequestException.class)
        .hasMessage(folder + " is a folder, a file was expected; add a file name");
    assertThatThrownBy(() -> CompleteFile.requireWritable(file.resolve("deeper/other.txt")))
        .isInstanceOf(RequestException.class)
        .hasMessage(file + " is a file, a folder for other.txt was expected; choose another place");
  }
}
