package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Dataset;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosingTest {

  private static final int THREADS = 16;
  private static final int TIMES = 1000;
  private static final float[] POINT = {3, 4};

  @TempDir private static Path folder;

  @Test
  void closingWhileOthersJudgeEndsWithOneClearException() throws Exception {
    byte[] model = SmallDetector.complete().build().toByteArray();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int time = 0; time < TIMES; time++) {
        closeAmong(threads, DetectorDraft.open(model, "small.onnx"));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void closeAmong(ExecutorService threads, Detector detector) throws Exception {
    CountDownLatch allJudge = new CountDownLatch(THREADS);
    List<Future<String>> ends = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      ends.add(threads.submit(() -> judgeUntilClosed(detector, allJudge)));
    }
    allJudge.await();
    detector.close();
    for (Future<String> end : ends) {
      assertThat(end.get()).isEqualTo("the detector small.onnx is closed; open it again");
    }
  }

  private static String judgeUntilClosed(Detector detector, CountDownLatch allJudge) {
    try {
      while (true) {
        assertThat(detector.judge(POINT).score()).isEqualTo(25);
        allJudge.countDown();
      }
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  @Test
  void aDetectorMayBeClosedWhileItStreams() {
    Detector detector = Detector.open(SmallDetector.write(folder));
    Dataset points = Points.of(1000);
    assertThatThrownBy(() -> detector.judge(points, (batch, verdicts) -> detector.close()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("small.onnx is closed; open it again");
  }

  @Test
  void closingTwiceDoesNothing() {
    Detector detector = Detector.open(SmallDetector.write(folder));
    detector.close();
    detector.close();
    assertThatThrownBy(() -> detector.judge(POINT)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> detector.explain(POINT)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(detector::verify).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aViewWithAnotherGuaranteeDoesNotCloseItsDetector() {
    try (Detector detector = Detector.open(SmallDetector.write(folder))) {
      detector.withGuarantee(FalseAlarmGuarantee.onAverage(0.1)).close();
      assertThat(detector.judge(POINT).score()).isEqualTo(25);
    }
  }

  @Test
  void aViewEndsWithItsDetector() {
    Detector detector = Detector.open(SmallDetector.write(folder));
    Detector view = detector.withGuarantee(FalseAlarmGuarantee.onAverage(0.1));
    detector.close();
    assertThatThrownBy(() -> view.judge(POINT)).isInstanceOf(IllegalStateException.class);
  }
}
