package dev.stranger.spark;

import dev.stranger.score.DetectorFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.ml.util.ReadWriteUtils;
import org.apache.spark.sql.SparkSession;

/** A model as Spark keeps it: the params as JSON, and the detector file beside them. */
final class StoredModel {

  private static final String DETECTOR = "detector.onnx";

  private StoredModel() {}

  static final class Writer extends MLWriter {

    private final StrangerModel model;

    Writer(StrangerModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      byte[] bytes = model.content().bytes();
      DefaultParamsWriter.saveMetadata(model, path, sparkSession());
      Path file = new Path(path, DETECTOR);
      try (FSDataOutputStream out = fileSystem(file, sparkSession()).create(file)) {
        out.write(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static final class Reader extends MLReader<StrangerModel> {

    @Override
    public StrangerModel load(String path) {
      return isFile(new Path(path)) ? detector(path) : stored(path);
    }

    private StrangerModel detector(String file) {
      return StrangerModel.of(new StrangerModel().uid(), file, bytes(new Path(file)));
    }

    private StrangerModel stored(String folder) {
      DefaultParamsReader.Metadata metadata =
          DefaultParamsReader.loadMetadata(folder, sparkSession(), StrangerModel.class.getName());
      Path file = new Path(folder, DETECTOR);
      StrangerModel model = StrangerModel.of(metadata.uid(), file.toString(), bytes(file));
      metadata.getAndSetParams(model, metadata.getAndSetParams$default$2());
      return model;
    }

    private boolean isFile(Path path) {
      try {
        FileSystem files = fileSystem(path, sparkSession());
        return files.exists(path) && files.getFileStatus(path).isFile();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private byte[] bytes(Path file) {
      try (FSDataInputStream in = fileSystem(file, sparkSession()).open(file)) {
        return in.readNBytes((int) DetectorFile.MAX_BYTES + 1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Spark Connect keeps models in local folders, whatever the usual file system is. */
  private static FileSystem fileSystem(Path file, SparkSession session) throws IOException {
    Configuration configuration = session.sparkContext().hadoopConfiguration();
    return (boolean) ReadWriteUtils.localSavingModeState().get()
        ? FileSystem.getLocal(configuration)
        : file.getFileSystem(configuration);
  }
}
