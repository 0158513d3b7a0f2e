package dev.stranger.bench;

import ai.onnxruntime.OrtException;
import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Preparation;
import dev.stranger.prepare.Resize;
import dev.stranger.score.Detector;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.ObjectiveOptions;
import dev.stranger.train.net.NetworkOptions;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One detector against another on the CPU, in alternating rounds at batch 1 and 256, and the sizes
 * of their files. Arguments: two detector files for samples of one shape. Without arguments it
 * trains both on generated pictures of 28 x 28: first the paper's network (40 channels, 256 units,
 * 50 features, 10 directions), then the narrow one (16, 128, 100, 30). One epoch is enough, because
 * speed does not depend on what was learned. Claim: the narrow one judges at least 3 x as fast, and
 * its file is at most half as large.
 */
public final class LayoutBench {

  /** Enough for 10,000 references. */
  private static final int PICTURES = 12_000;

  private LayoutBench() {}

  public static void main(String[] args) throws OrtException, IOException {
    if (args.length == 2) {
      compare(Path.of(args[0]), Path.of(args[1]));
    } else {
      Dataset pictures = pictures();
      compare(trained(pictures, 40, 256, 50, 10), trained(pictures, 16, 128, 100, 30));
    }
  }

  private static Dataset pictures() {
    Catalogue catalogue = new Catalogue(DataFolders.standard(null, System.getenv()));
    Dataset sprites = catalogue.open("sprites:size=" + PICTURES, DataOptions.DEFAULT);
    return Preparation.forTraining(sprites.map(Resize.to(28, 28))).inMemory();
  }

  private static Path trained(
      Dataset pictures, int channels, int units, int features, int directions) throws IOException {
    TrainOptions options =
        TrainOptions.DEFAULT
            .with(NetworkOptions.DEFAULT.withSizes(channels, units, features))
            .with(ObjectiveOptions.DEFAULT.withSubspace(directions, false))
            .with(LearningOptions.DEFAULT.withEpochs(1))
            .withDevice("cpu");
    Path file = Files.createTempFile("detector", ".onnx");
    file.toFile().deleteOnExit();
    Trainer.fit(pictures, options, TrainListener.NONE).save(file);
    return file;
  }

  private static void compare(Path first, Path second) throws OrtException, IOException {
    long bytes = Files.size(first);
    long otherBytes = Files.size(second);
    System.out.printf(
        "file: first %,d bytes, second %,d bytes, ratio %.3f%n",
        bytes, otherBytes, (double) otherBytes / bytes);
    try (Detector one = Detector.open(first);
        Detector other = Detector.open(second)) {
      for (int batch : new int[] {1, 256}) {
        FloatBuffer samples = Judge.samples(batch, one);
        Judge.compare(
            new Judge("first", () -> one.judge(samples, batch)),
            new Judge("second", () -> other.judge(samples, batch)),
            batch);
      }
    }
  }
}
