package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stranger.DataException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedSamplesTest {

  @TempDir private Path folder;
  private Detector detector;

  @BeforeEach
  void open() {
    detector = Detector.open(SmallDetector.write(folder));
  }

  @AfterEach
  void close() {
    detector.close();
  }

  @Test
  void whatIsRefusedIsWhatJudgingRefusesInTheSameWords() {
    assertRefused(FloatBuffer.wrap(new float[] {1, 2, 3}), 2);
    assertRefused(FloatBuffer.wrap(new float[] {1, 2, 3, 4}), 1);
    assertRefused(FloatBuffer.wrap(new float[] {}), 0);
    assertRefused(FloatBuffer.wrap(new float[] {1, 2}), -1);
    assertRefused(FloatBuffer.wrap(new float[] {1, 2, 3, Float.NaN}), 2);
    assertRefused(FloatBuffer.wrap(new float[] {Float.POSITIVE_INFINITY, 2}), 1);
  }

  private void assertRefused(FloatBuffer samples, int count) {
    Throwable judged = catchThrowable(() -> detector.judge(samples, count));
    assertThat(judged).isInstanceOf(DataException.class);
    assertThatThrownBy(() -> detector.checkSamples(samples, count))
        .isInstanceOf(DataException.class)
        .hasMessage(judged.getMessage());
  }

  @Test
  void theBufferCanBeJudgedAfterwards() {
    FloatBuffer samples = FloatBuffer.wrap(new float[] {9, 9, 3, 4, 9});
    samples.position(2).limit(4);
    assertThatCode(() -> detector.checkSamples(samples, 1)).doesNotThrowAnyException();
    assertThat(detector.judge(samples, 1).get(0).score()).isEqualTo(25);
  }

  @Test
  void nothingIsJudged() {
    detector.close(); // whatever runs the graph now fails
    FloatBuffer samples = FloatBuffer.wrap(new float[] {3, 4});
    assertThatThrownBy(() -> detector.judge(samples, 1)).isInstanceOf(IllegalStateException.class);
    assertThatCode(() -> detector.checkSamples(samples, 1)).doesNotThrowAnyException();
  }
}
