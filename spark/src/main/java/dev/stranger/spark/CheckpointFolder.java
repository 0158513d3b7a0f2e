package dev.stranger.spark;

import dev.stranger.RequestException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Where a training on several executors is kept, in any file system that Spark knows. A file is
 * complete or not there.
 *
 * @param file of this training
 * @param everyEpochs how often it is written
 */
record CheckpointFolder(String file, int everyEpochs, SerializableConfiguration configuration)
    implements Serializable {

  private interface Work<T> {
    T with(FileSystem files, org.apache.hadoop.fs.Path path) throws IOException;
  }

  boolean exists() {
    return with(FileSystem::exists);
  }

  void copyTo(Path local) {
    with(
        (files, path) -> {
          files.copyToLocalFile(false, path, new org.apache.hadoop.fs.Path(local.toUri()), true);
          return true;
        });
  }

  void replaceWith(Path local) {
    with(
        (files, path) -> {
          org.apache.hadoop.fs.Path part = path.suffix(".part");
          files.copyFromLocalFile(false, true, new org.apache.hadoop.fs.Path(local.toUri()), part);
          files.delete(path, false); // not all file systems rename over a file
          return files.rename(part, path);
        });
  }

  void delete() {
    with((files, path) -> files.delete(path, false));
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
