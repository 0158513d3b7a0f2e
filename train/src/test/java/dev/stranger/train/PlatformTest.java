package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.DeviceException;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.TrainListener;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A virtual machine that takes itself for one of another platform, or has no natives. */
class PlatformTest {

  @TempDir private Path folder;

  /** Trains twice in vain, then judges with a detector that came from elsewhere. */
  static final class Program {

    public static void main(String[] args) {
      for (int i = 0; i < 2; i++) {
        try {
          Trainer.fit(TestData.table(300, 1), TestData.tiny(1), TrainListener.NONE);
        } catch (DeviceException e) {
          System.out.println(e.getMessage());
        }
      }
      try (Detector detector = Detector.open(Path.of(args[0]))) {
        System.out.println(detector.judge(TestData.table(300, 1).sample(0)).score());
      }
    }
  }

  private String[] run(String platform, String classPath) throws IOException {
    Path file = folder.resolve("detector.onnx");
    Trainer.fit(TestData.table(300, 1), TestData.tiny(1), TrainListener.NONE).save(file);
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dorg.bytedeco.javacpp.platform=" + platform,
                "-cp",
                classPath,
                Program.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    try (InputStream said = program.getInputStream()) {
      return new String(said.readAllBytes(), StandardCharsets.UTF_8).lines().toArray(String[]::new);
    }
  }

  private static List<String> classPath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  @Test
  void whereLibtorchDoesNotExistTrainingSaysSoInOneLineAndJudgingWorks() throws IOException {
    String line =
        "libtorch has no natives for linux-arm64; train on linux-x86_64, macosx-arm64,"
            + " windows-x86_64; judging works here";
    String[] said = run("linux-arm64", String.join(File.pathSeparator, classPath()));
    assertThat(said).hasSize(3).startsWith(line, line);
    assertThat(Float.parseFloat(said[2])).isPositive();
  }

  @Test
  void nativesThatAreMissingAreNamedWithTheirClassifier() throws IOException {
    String platform = Loader.getPlatform();
    String without =
        classPath().stream()
            .filter(entry -> !entry.contains(platform))
            .collect(Collectors.joining(File.pathSeparator));
    String[] said = run(platform, without);
    assertThat(said).hasSize(3);
    assertThat(said[0])
        .startsWith("the natives of libtorch are not on the class path (")
        .endsWith(
            "; add org.bytedeco:pytorch, openblas and javacpp with the classifier " + platform);
  }
}
