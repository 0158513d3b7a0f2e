package dev.stranger.train.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.DataException;
import dev.stranger.RequestException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {

  private static final String JOB = "options, data=abc";
  private static final int SIZE = 1 << 20;
  private static final int STEPS = 7;

  @TempDir Path folder;

  private static Checkpoint filledWith(float value, int size) {
    float[] values = new float[size];
    Arrays.fill(values, value);
    return new Checkpoint(JOB, 1, 2, List.of(new EpochResult(3, 4)), List.of(saved(values)));
  }

  private static Checkpoint.Saved saved(float... values) {
    return new Checkpoint.Saved(new long[] {values.length}, values);
  }

  private static Checkpoint read(Path file, int size) {
    List<Tensor> state = List.of(torch.zeros(size));
    return Checkpoint.read(file, JOB, state, STEPS);
  }

  /** Writes one checkpoint after the other until somebody ends it, or it fails. */
  static final class Writer {

    public static void main(String[] args) {
      Path file = Path.of(args[0]);
      int size = Integer.parseInt(args[1]);
      try {
        for (int i = 0; ; i++) {
          filledWith(i, size).write(file);
        }
      } catch (RequestException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private static String writer(Path file, int size) {
    return "'%s' -cp '%s' '%s' '%s' %d"
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"),
            Writer.class.getName(),
            file,
            size);
  }

  private static Process shell(String command) throws IOException {
    return new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
  }

  private List<Path> parts() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".part")).toList();
    }
  }

  @Test
  void whoeverIsKilledWhileWritingLeavesTheCheckpointBefore() throws Exception {
    Path file = folder.resolve("checkpoint");
    for (int kill = 0; kill < 3; kill++) {
      Files.deleteIfExists(file);
      for (Path part : parts()) {
        Files.delete(part);
      }
      Process writer = shell("exec " + writer(file, SIZE));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while ((!Files.exists(file) || parts().isEmpty()) && System.nanoTime() < end) {
        Thread.sleep(1);
      }
      writer.destroyForcibly().waitFor();
      float[] values = read(file, SIZE).tensors().get(0).values();
      assertThat(values[SIZE - 1]).as("all of one checkpoint").isEqualTo(values[0]);
    }
  }

  /** A limit on the size of files fails as a full disk does, in the middle of writing. */
  @Test
  void aFullDiskLeavesTheOldCheckpointAndOneLine() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no shell");
    Path file = folder.resolve("checkpoint");
    filledWith(1, 10).write(file);
    Process writer = shell("ulimit -f 100 && exec " + writer(file, SIZE));
    try (InputStream said = writer.getInputStream()) {
      String line = new String(said.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(line)
          .startsWith("cannot write " + file)
          .endsWith("free some space or choose another place\n")
          .hasLineCount(1);
    }
    assertThat(read(file, 10).tensors().get(0).values()).containsOnly(1);
    assertThat(parts()).isEmpty();
  }

  private interface Change {
    void make(ByteBuffer content);
  }

  /** With a checksum that fits, as only somebody who means it writes it. */
  private Path hostile(Change change) throws IOException {
    Path file = folder.resolve("hostile");
    filledWith(1, 10).write(file);
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer content = ByteBuffer.wrap(bytes, 0, bytes.length - 8);
    change.make(content);
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, bytes.length - 8);
    ByteBuffer.wrap(bytes).putLong(bytes.length - 8, sum.getValue());
    return Files.write(file, bytes);
  }

  @Test
  void sizesThatCannotBeAreRefusedBeforeMemoryIsTaken() throws IOException {
    int job = 8;
    int epoch = job + 2 + JOB.length();
    int epochs = epoch + 8;
    int tensors = epochs + 4 + 16;
    assertThat(read(hostile(content -> {}), 10).epoch()).isEqualTo(1);
    List<Change> changes =
        List.of(
            content -> content.putInt(epoch, -1),
            content -> content.putInt(epoch, Integer.MAX_VALUE),
            content -> content.putInt(epoch + 4, -1),
            content -> content.putInt(epoch + 4, STEPS + 1),
            content -> content.putInt(epochs, Integer.MAX_VALUE),
            content -> content.putInt(epochs, -1),
            content -> content.putInt(epochs, 1 << 20),
            content -> content.putInt(tensors, Integer.MAX_VALUE),
            content -> content.putInt(tensors, 0),
            content -> content.putInt(tensors + 4, Integer.MAX_VALUE),
            content -> content.putLong(tensors + 8, Long.MAX_VALUE),
            content -> content.putLong(tensors + 8, -1));
    for (int i = 0; i < changes.size(); i++) {
      Path file = hostile(changes.get(i));
      assertThatThrownBy(() -> read(file, 10))
          .as("change %d", i)
          .isInstanceOf(DataException.class)
          .hasMessage(file + " is a damaged checkpoint; delete it and start again");
    }
    Path file = hostile(content -> content.putShort(job, (short) -1));
    assertThatThrownBy(() -> read(file, 10)).isInstanceOf(DataException.class);
  }
}
