package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.DetectorFileException;
import dev.stranger.Remedy;
import dev.stranger.Verdict;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.table.Column;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real detectors of an earlier version; every later version must pass this test unchanged. */
class FormatOneTest {

  @TempDir Path folder;

  @Test
  void everyLaterVersionOpensTheTableDetectorAndJudgesAlike() {
    List<Map<String, String>> rows = FormatOne.rows("rows.csv");
    List<Map<String, String>> verdicts = FormatOne.rows("row-verdicts.csv");
    assertThat(verdicts).hasSameSizeAs(rows).isNotEmpty();
    try (Detector detector = FormatOne.open("table.onnx")) {
      assertThat(detector.verify()).isEmpty();
      assertThat(detector.metadata().columns())
          .isEqualTo(Column.numbers(List.of("temperature", "pressure", "speed")));
      for (int i = 0; i < rows.size(); i++) {
        FormatOne.assertSame(detector.judge(rows.get(i)), verdicts.get(i));
      }
    }
  }

  @Test
  void everyLaterVersionOpensThePictureDetectorAndJudgesAlike() {
    List<Map<String, String>> verdicts = FormatOne.rows("picture-verdicts.csv");
    assertThat(verdicts).hasSize(5);
    try (Detector detector = FormatOne.open("picture.onnx")) {
      assertThat(detector.verify()).isEmpty();
      for (Map<String, String> verdict : verdicts) {
        byte[] picture = FormatOne.bytes("pictures/" + verdict.get("sample"));
        FormatOne.assertSame(detector.judge(picture), verdict);
      }
    }
  }

  @Test
  void aDetectorIsTheSameFromAFileBytesOrAStream() throws IOException {
    byte[] bytes = FormatOne.bytes("table.onnx");
    Path file = Files.write(folder.resolve("table.onnx"), bytes);
    float[] sample = {20, 10, 1000};
    try (Detector fromFile = Detector.open(file);
        Detector fromBytes = Detector.open(bytes, OpenOptions.DEFAULT);
        Detector fromStream = Detector.open(new ByteArrayInputStream(bytes), OpenOptions.DEFAULT)) {
      Verdict verdict = fromFile.judge(sample);
      assertThat(fromBytes.judge(sample)).isEqualTo(verdict);
      assertThat(fromStream.judge(sample)).isEqualTo(verdict);
    }
  }

  @Test
  void bytesAreCheckedAsAFileIsAndNotChanged() {
    byte[] bytes = FormatOne.bytes("table.onnx");
    byte[] before = bytes.clone();
    Detector.open(bytes, OpenOptions.DEFAULT).close();
    assertThat(bytes).isEqualTo(before);
    bytes[bytes.length / 2] ^= 1;
    assertThatThrownBy(() -> Detector.open(bytes, OpenOptions.DEFAULT))
        .isInstanceOf(DetectorFileException.class)
        .hasMessage("the detector is damaged (its checksum differs); get a new copy");
    byte[] cut = Arrays.copyOf(before, 1000);
    assertThatThrownBy(() -> Detector.open(new ByteArrayInputStream(cut), OpenOptions.DEFAULT))
        .isInstanceOf(DetectorFileException.class)
        .hasMessage("the detector is no detector of Stranger, or cut short; train one")
        .extracting(e -> ((DetectorFileException) e).remedies())
        .isEqualTo(List.of(Remedy.TRAIN));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void theNumberOfThreadsDoesNotChangeAVerdict(int threads) {
    try (Detector detector =
        Detector.open(FormatOne.bytes("picture.onnx"), OpenOptions.DEFAULT.withThreads(threads))) {
      Map<String, String> verdict = FormatOne.rows("picture-verdicts.csv").get(0);
      FormatOne.assertSame(
          detector.judge(FormatOne.bytes("pictures/" + verdict.get("sample"))), verdict);
    }
  }

  /** The batch is cut into shares, the last of which is not as large as the others. */
  @ParameterizedTest
  @ValueSource(ints = {16, 25, 100})
  void aBatchThatSeveralThreadsShareKeepsItsOrder(int count) {
    try (Detector detector =
        Detector.open(FormatOne.bytes("table.onnx"), OpenOptions.DEFAULT.withThreads(3))) {
      float[] rows = new float[3 * count];
      for (int i = 0; i < count; i++) {
        rows[3 * i] = 20 + 0.1f * i;
        rows[3 * i + 1] = 10;
        rows[3 * i + 2] = 1000;
      }
      List<Verdict> verdicts = detector.judge(FloatBuffer.wrap(rows), count);
      assertThat(verdicts).hasSize(count);
      for (int i = 0; i < count; i++) {
        Verdict alone = detector.judge(Arrays.copyOfRange(rows, 3 * i, 3 * i + 3));
        assertThat(verdicts.get(i).score())
            .as("sample %d", i)
            .isCloseTo(alone.score(), within(1e-5f * Math.abs(alone.score())));
      }
      assertThat(verdicts.get(0).score()).isNotEqualTo(verdicts.get(count - 1).score());
    }
  }

  @Test
  void aNumberOfThreadsBelowZeroIsRefused() {
    assertThatThrownBy(() -> OpenOptions.DEFAULT.withThreads(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got -1");
  }

  @Test
  void aServiceThatRestartsGoesOnWatchingForDrift() {
    float[] normal = {20, 10, 1000};
    float[] strange = {30, 5, 1300};
    byte[] saved;
    try (Detector detector = FormatOne.open("table.onnx")) {
      DriftMonitor monitor = detector.driftMonitor(0.01, 10);
      for (int i = 0; i < 20; i++) {
        assertThat(monitor.add(detector.judge(normal)).drifted()).isFalse();
      }
      saved = monitor.save();
      assertThat(detector.endlessDriftMonitor(10_000, 10).state().samples()).isZero();
      Detector other = detector.withGuarantee(FalseAlarmGuarantee.onAverage(0.2));
      assertThatThrownBy(() -> other.restoreDriftMonitor(saved))
          .hasMessageContaining("another detector or guarantee");
    }
    try (Detector detector = FormatOne.open("table.onnx")) {
      DriftMonitor monitor = detector.restoreDriftMonitor(saved);
      assertThat(monitor.state().samples()).isEqualTo(20);
      for (int i = 0; i < 20; i++) {
        monitor.add(detector.judge(strange));
      }
      assertThat(monitor.state().drifted()).isTrue();
    }
  }
}
