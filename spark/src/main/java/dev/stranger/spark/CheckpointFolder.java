package dev.stranger.spark;

import dev.stranger.RequestException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Where a training on several executors is kept, in any file system that Spark knows. Not all of
 * them rename over a file, so the last checkpoint keeps another name until the next one is in its
 * place: a crash at any moment leaves one that is complete.
 *
 * @param file of this training
 * @param everyEpochs how often it is written
 */
record CheckpointFolder(String file, int everyEpochs, SerializableConfiguration configuration)
    implements Serializable {

  private static final String NEXT = ".part";
  private static final String LAST = ".last";

  private interface Work<T> {
    T with(FileSystem files, org.apache.hadoop.fs.Path path) throws IOException;
  }

  boolean exists() {
    return with((files, path) -> files.exists(path) || files.exists(path.suffix(LAST)));
  }

  void copyTo(Path local) {
    with(
        (files, path) -> {
          org.apache.hadoop.fs.Path kept = files.exists(path) ? path : path.suffix(LAST);
          files.copyToLocalFile(false, kept, new org.apache.hadoop.fs.Path(local.toUri()), true);
          return true;
        });
  }

  void replaceWith(Path local) {
    with(
        (files, path) -> {
          org.apache.hadoop.fs.Path next = path.suffix(NEXT);
          org.apache.hadoop.fs.Path last = path.suffix(LAST);
          files.copyFromLocalFile(false, true, new org.apache.hadoop.fs.Path(local.toUri()), next);
          if (files.exists(path)) {
            files.delete(last, false);
            rename(files, path, last);
          }
          rename(files, next, path);
          return files.delete(last, false);
        });
  }

  private static void rename(
      FileSystem files, org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
      throws IOException {
    if (!files.rename(from, to)) {
      throw new IOException("%s cannot be renamed to %s".formatted(from.getName(), to.getName()));
    }
  }

  void delete() {
    with(
        (files, path) -> {
          files.delete(path.suffix(NEXT), false);
          files.delete(path.suffix(LAST), false);
          return files.delete(path, false);
        });
  }

  private <T> T with(Work<T> work) {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file);
    try {
      return work.with(path.getFileSystem(configuration.value()), path);
    } catch (IOException e) {
      throw new RequestException(
          "the checkpoint %s cannot be used (%s); set checkpointDir to a folder that all executors"
                  .formatted(file, e.getMessage())
              + " reach",
          e);
    }
  }
}
