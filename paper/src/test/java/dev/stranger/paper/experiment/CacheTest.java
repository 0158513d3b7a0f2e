package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {

  private static final Cache.Format<String> TEXT =
      new Cache.Format<>() {
        @Override
        public void write(String text, DataOutputStream out) throws IOException {
          out.writeUTF(text);
        }

        @Override
        public String read(DataInputStream in) throws IOException {
          return in.readUTF();
        }
      };

  @TempDir private Path folder;

  @Test
  void workIsDoneOnceForTheSameDeterminants() {
    Cache cache = new Cache(folder);
    AtomicInteger works = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      String found =
          new Cache(folder)
              .get(
                  cache.file("texts", "a", "seed 1", "bin"),
                  TEXT,
                  () -> "made " + works.incrementAndGet());
      assertThat(found).isEqualTo("made 1");
    }
    cache.get(cache.file("texts", "a", "seed 2", "bin"), TEXT, () -> "" + works.incrementAndGet());
    assertThat(works).hasValue(2);
  }

  @Test
  void workThatFailsLeavesNothing() throws IOException {
    Cache cache = new Cache(folder);
    Path file = cache.file("texts", "a", "seed 1", "bin");
    assertThatThrownBy(
            () ->
                cache.get(
                    file,
                    TEXT,
                    () -> {
                      throw new IllegalStateException("killed");
                    }))
        .hasMessage("killed");
    assertThat(file).doesNotExist();
    assertThat(cache.get(file, TEXT, () -> "second try")).isEqualTo("second try");
  }

  /** Asks for a lock in a process of its own: arguments are the folder and the file. */
  static final class OtherRun {

    private static final int WAITS = 7;

    public static void main(String[] args) throws IOException {
      Cache cache = new Cache(Path.of(args[0]));
      cache.lock(Path.of(args[1]), () -> System.exit(WAITS)).close();
    }

    static boolean waitsFor(Path folder, Path file) throws Exception {
      return new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  OtherRun.class.getName(),
                  folder.toString(),
                  file.toString())
              .inheritIO()
              .start()
              .waitFor()
          == WAITS;
    }
  }

  /** One thread is done with its model while another still trains one. */
  @Test
  void aLockLastsUntilItIsClosedWhateverElseIs() throws Exception {
    Cache cache = new Cache(folder);
    Path one = cache.file("models", "one", "", "onnx");
    Path other = cache.file("models", "other", "", "onnx");
    try (FileLock kept = cache.lock(one, () -> {})) {
      cache.lock(other, () -> {}).close();
      assertThat(OtherRun.waitsFor(folder, one)).as("%s is being made", one).isTrue();
      assertThat(OtherRun.waitsFor(folder, other)).as("%s is not", other).isFalse();
    }
    assertThat(OtherRun.waitsFor(folder, one)).isFalse();
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    Cache cache = new Cache(folder);
    Path file = cache.file("texts", "a", "seed 1", "bin");
    cache.get(file, TEXT, () -> "whole");
    Files.write(file, new byte[] {0, 9});
    assertThatThrownBy(() -> cache.get(file, TEXT, () -> "again"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("delete it");
  }
}
