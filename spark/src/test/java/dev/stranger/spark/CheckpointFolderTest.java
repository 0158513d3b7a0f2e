package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.RequestException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {

  /** Files of this machine, which a test makes fail. */
  public static final class FailingFiles extends RawLocalFileSystem {

    private static int changesLeft = Integer.MAX_VALUE;
    private static boolean refusesToRename;
    private static boolean refusesToRead;

    static void mend() {
      changesLeft = Integer.MAX_VALUE;
      refusesToRename = false;
      refusesToRead = false;
    }

    @Override
    public URI getUri() {
      return URI.create("failing:///");
    }

    private static void change() throws IOException {
      if (changesLeft-- == 0) {
        throw new IOException("killed");
      }
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
        throws IOException {
      change();
      // As HDFS, and unlike Linux.
      return !refusesToRename && !exists(to) && super.rename(from, to);
    }

    @Override
    public boolean delete(org.apache.hadoop.fs.Path path, boolean all) throws IOException {
      change();
      return super.delete(path, all);
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer) throws IOException {
      if (refusesToRead) {
        throw new IOException("no block has it");
      }
      return super.open(path, buffer);
    }
  }

  @TempDir private Path folder;

  @AfterEach
  void mend() {
    FailingFiles.mend();
  }

  private CheckpointFolder checkpoint() {
    Configuration configuration = new Configuration();
    configuration.set("fs.failing.impl", FailingFiles.class.getName());
    return new CheckpointFolder(
        "failing://" + folder.resolve("shared/training.checkpoint"),
        1,
        new SerializableConfiguration(configuration));
  }

  private Path local(String content) {
    try {
      return Files.writeString(folder.resolve("local"), content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String content(CheckpointFolder checkpoint) throws IOException {
    assertThat(checkpoint.exists()).isTrue();
    Path copy = folder.resolve("copy");
    checkpoint.copyTo(copy);
    return Files.readString(copy);
  }

  @Test
  void theLastOneIsKeptUntilItIsDeleted() throws IOException {
    CheckpointFolder checkpoint = checkpoint();
    assertThat(checkpoint.exists()).isFalse();
    for (String text : List.of("first", "second", "third")) {
      checkpoint.replaceWith(local(text));
      assertThat(content(checkpoint)).isEqualTo(text);
    }
    checkpoint.delete();
    assertThat(checkpoint.exists()).isFalse();
    assertThat(folder.resolve("shared")).isEmptyDirectory();
  }

  @Test
  void aProcessThatIsKilledAtAnyMomentLeavesACheckpoint() throws IOException {
    boolean killed = true;
    for (int changes = 0; killed; changes++) {
      CheckpointFolder checkpoint = checkpoint();
      checkpoint.replaceWith(local("old"));
      FailingFiles.changesLeft = changes;
      killed = isKilled(checkpoint, "new");
      FailingFiles.mend();
      assertThat(content(checkpoint)).as("after %d changes", changes).isIn("old", "new");
      FailingFiles.changesLeft = changes; // again, before all is well
      isKilled(checkpoint, "newer");
      FailingFiles.mend();
      assertThat(content(checkpoint)).as("twice after %d", changes).isIn("old", "new", "newer");
      checkpoint.replaceWith(local("newest"));
      assertThat(content(checkpoint)).isEqualTo("newest");
      checkpoint.delete();
      assertThat(folder.resolve("shared")).isEmptyDirectory();
    }
  }

  private boolean isKilled(CheckpointFolder checkpoint, String content) {
    try {
      checkpoint.replaceWith(local(content));
      return false;
    } catch (RequestException e) {
      assertThat(e).hasMessageContaining("killed");
      return true;
    }
  }

  @Test
  void aFileThatCannotBeRenamedIsSaid() throws IOException {
    CheckpointFolder checkpoint = checkpoint();
    checkpoint.replaceWith(local("old"));
    FailingFiles.refusesToRename = true;
    assertThatThrownBy(() -> checkpoint.replaceWith(local("new")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("training.checkpoint cannot be renamed to")
        .hasMessageEndingWith("set checkpointDir to a folder that all executors reach");
    assertThat(content(checkpoint)).isEqualTo("old");
  }

  @Test
  void aCheckpointThatCannotBeReadLeavesNothingOnThisMachine() throws IOException {
    CheckpointFolder checkpoint = checkpoint();
    checkpoint.replaceWith(local("old"));
    FailingFiles.refusesToRead = true;
    List<Path> before = copies();
    assertThatThrownBy(() -> RankTask.Kept.of(checkpoint))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no block has it");
    assertThat(copies()).isEqualTo(before);
    FailingFiles.mend();
    assertThatCode(() -> RankTask.Kept.of(checkpoint).close()).doesNotThrowAnyException();
    assertThat(copies()).isEqualTo(before);
  }

  private static List<Path> copies() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("stranger-rank"))
          .sorted()
          .toList();
    }
  }
}
