package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Explanation;
import dev.stranger.MemoryDataset;
import dev.stranger.evaluate.Evaluator;
import dev.stranger.evaluate.ScoredSet;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.TrainListener;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReconstructionErrorTest {

  @TempDir Path folder;

  /** Else a column in small units would never count. */
  @Test
  void errorsAreMeasuredInDeviationsOfTheirColumns() {
    Path file = folder.resolve("table.onnx");
    Trainer.fit(TestData.table(400, 1), TestData.tiny(3), TrainListener.NONE).save(file);
    MemoryDataset rows = TestData.table(300, 2);
    ScoredSet judged =
        new Evaluator(rows, List.of(TestData.table(300, 3)), List.of(), samples -> {})
            .evaluate(List.of(file))
            .normal();
    double[] errors = judged.scores().get(judged.kinds().size() - 1);
    try (Detector detector = Detector.open(file)) {
      for (int i = 0; i < errors.length; i++) {
        assertThat(errors[i])
            .isCloseTo(residual(detector.explain(rows.sample(i))), Percentage.withPercentage(0.01));
      }
    }
  }

  @Test
  void setsThatChangeWhileTheyAreReadAreRefused() {
    Path file = folder.resolve("table.onnx");
    Trainer.fit(TestData.table(400, 1), TestData.tiny(3), TrainListener.NONE).save(file);
    MemoryDataset rows = TestData.table(300, 2);
    for (long said : new long[] {280, 320}) {
      Evaluator evaluator =
          new Evaluator(rows, List.of(new Changing(rows, said)), List.of(), samples -> {});
      assertThatThrownBy(() -> evaluator.evaluate(List.of(file)))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("had %d samples at first and 300".formatted(said));
    }
  }

  private static double residual(Explanation explanation) {
    float[] residual = explanation.reconstruction().residual();
    return IntStream.range(0, residual.length).mapToDouble(i -> residual[i]).sum();
  }
}
