package dev.stranger.server.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Explanation;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class LiveDetectorTest {

  private static final int VALUES = 192;

  @TempDir private Path folder;

  private LiveDetector open(Metrics metrics, Executor answerers) throws Exception {
    Path file = folder.resolve("picture.onnx");
    try (InputStream in =
        LiveDetectorTest.class.getResourceAsStream("/dev/stranger/score/format-1/picture.onnx")) {
      Files.copy(in, file);
    }
    OpenSettings settings =
        new OpenSettings(
            OpenOptions.DEFAULT,
            new BatchOptions(256, Duration.ofMillis(1), 100_000),
            DriftOptions.DEFAULT,
            Duration.ofSeconds(30),
            null);
    return new LiveDetector(
        "picture",
        FileVersion.read(file),
        Detector.open(file),
        new StreamView(),
        folder.resolve("picture.drift"),
        new LiveDetector.Surroundings(settings, metrics, null, answerers));
  }

  private static Question question(int samples) {
    return new Question(new float[samples * VALUES], samples, false, false, judged -> {});
  }

  @Test
  void whatNobodyWaitsForAnyMoreIsNotJudged() throws Exception {
    Metrics metrics = new Metrics();
    LiveDetector live = open(metrics, Runnable::run);
    CompletableFuture<Judged> first = live.judge(question(20_000), System.nanoTime());
    CompletableFuture<Judged> late = live.judge(question(7), System.nanoTime());
    late.completeExceptionally(new TimeoutException());
    assertThat(first.join().verdicts()).hasSize(20_000);
    live.retire();
    assertThat(new String(metrics.text(), UTF_8))
        .contains("stranger_batch_samples_sum{detector=\"picture\"} 20000.0");
  }

  @Test
  void anAnswerMayAskADetectorThatWasReplacedMeanwhile() throws Exception {
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    LiveDetector live = open(new Metrics(), answers::add);
    Detector detector = live.detector();
    float[] sample = new float[VALUES];
    List<Explanation> explained = new ArrayList<>();
    Question question =
        new Question(sample, 1, false, false, judged -> explained.add(detector.explain(sample)));
    CompletableFuture<Judged> judged = live.judge(question, System.nanoTime());
    live.retire();
    assertThatThrownBy(() -> live.judge(question, System.nanoTime()))
        .isInstanceOf(RetiredException.class);
    answers.take().run();
    assertThat(judged.join().verdicts()).hasSize(1);
    assertThat(explained).hasSize(1);
    assertThatThrownBy(() -> detector.judge(sample)).hasMessageContaining("is closed");
  }
}
