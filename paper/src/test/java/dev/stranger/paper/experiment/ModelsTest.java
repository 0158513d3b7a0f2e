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
import java.util.Map;
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

  /** Results of hours are kept under such digests: who changes one must migrate them. */
  @Test
  void theDigestOfAModelStaysAsItIs() {
    MemoryDataset line =
        MemoryDataset.of("line", Shape.of(1), Range.UNIT, new float[][] {{0}, {0.5f}, {1}});
    PaperSet training = PaperSet.of("line", line, 3, 3, data -> data);
    TrainOptions options =
        TrainOptions.paperFor(Shape.image(1, 28, 28)).with(new Pca(true)).withDevice("cuda:0");
    Entrant entrant = new Entrant("pca", training, options, Map.of());
    assertThat(new Models(new Cache(folder)).file(entrant, 3))
        .hasFileName("pca-3-76c958d745e5724e.onnx");
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
