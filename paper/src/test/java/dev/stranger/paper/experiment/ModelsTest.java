package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.baseline.Forest;
import dev.stranger.train.baseline.Pca;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import dev.stranger.train.torch.Compute;
import java.nio.file.Path;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsTest {

  @TempDir private Path folder;

  private static MemoryDataset rows() {
    Random random = new Random(1);
    float[][] rows = new float[300][4];
    for (float[] row : rows) {
      row[0] = (float) random.nextGaussian();
      for (int i = 1; i < row.length; i++) {
        row[i] = row[i - 1] + 0.1f * (float) random.nextGaussian();
      }
    }
    return MemoryDataset.of("rows", Shape.of(4), Range.ANY, rows);
  }

  /** The way that judging on a GPU goes, taken on the CPU. */
  @Test
  void libtorchJudgesWhatItKnowsAndOnnxRuntimeTheRest() {
    MemoryDataset rows = rows();
    for (Method method : new Method[] {new Pca(false), new Forest()}) {
      Path file = folder.resolve(method.key() + ".onnx");
      TrainOptions options = TrainOptions.DEFAULT.with(method).withDevice("cpu");
      Trainer.fit(rows, options, TrainListener.NONE).save(file);
      try (Detector detector = Models.openInLibtorch(file, Compute.on("cpu"));
          Detector usual = Detector.open(file)) {
        Verdict expected = usual.judge(rows.sample(0));
        assertThat(detector.judge(rows.sample(0)).score())
            .as(method.key())
            .isCloseTo(expected.score(), Percentage.withPercentage(0.1));
      }
    }
  }
}
