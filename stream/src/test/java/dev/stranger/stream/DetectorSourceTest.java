package dev.stranger.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DetectorFileException;
import dev.stranger.score.OpenOptions;
import dev.stranger.score.SharedDetectors;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DetectorSourceTest {

  private static final float[] SAMPLE = {20, 10, 1000};

  @Test
  void usersOfOneFileShareADetectorUntilTheLastOneIsDone(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("table.onnx"), Reading.file("table.onnx"));
    SharedDetectors.Lease first = Reading.DETECTOR.open();
    SharedDetectors.Lease second = DetectorSource.at(file).open();
    SharedDetectors.Lease other = DetectorSource.of(Reading.file("picture.onnx")).open();
    assertThat(second.detector()).isSameAs(first.detector());
    assertThat(other.detector()).isNotSameAs(first.detector());
    assertThat(DetectorSource.OPEN.open()).isEqualTo(2);
    first.close();
    first.close();
    assertThat(second.detector().judge(SAMPLE).ood()).isFalse();
    second.close();
    other.close();
    assertThat(DetectorSource.OPEN.open()).isZero();
    assertThatThrownBy(() -> second.detector().judge(SAMPLE))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aDetectorThatCannotBeOpenedLeavesNothingBehind() {
    assertThatThrownBy(() -> DetectorSource.of(new byte[100]).open())
        .isInstanceOf(DetectorFileException.class);
    assertThatThrownBy(() -> DetectorSource.at(Path.of("missing.onnx")).open())
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("missing.onnx on this machine");
    assertThat(DetectorSource.OPEN.open()).isZero();
  }

  @Test
  void theContentTravelsWithTheJob(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("table.onnx"), Reading.file("table.onnx"));
    DetectorSource source = DetectorSource.read(file, OpenOptions.DEFAULT).withThreads(2);
    Files.delete(file);
    try (SharedDetectors.Lease lease = copy(source).open()) {
      assertThat(lease.detector().judge(SAMPLE).ood()).isFalse();
    }
  }

  private static DetectorSource copy(DetectorSource source) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(source);
    return (DetectorSource)
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }
}
