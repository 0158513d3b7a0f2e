package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DeviceException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FootprintTest {

  @TempDir private Path folder;

  /** As another process, because what a runtime writes may come when it ends. */
  @Test
  void judgingWritesNothingToTheUsersFoldersAndLeavesNoFilesBehind() throws Exception {
    Path home = Files.createDirectory(folder.resolve("home"));
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path work = Files.createDirectory(folder.resolve("work"));
    // ONNX Runtime would warn of a constant that nothing uses.
    float[] unused = {1};
    SmallDetector.write(
        work,
        model -> model.getGraphBuilder().addInitializer(SmallDetector.floats("unused", unused)));
    String said = run(home, temporary, work, JudgeOnce.class, "small.onnx", "3", "4");

    assertThat(said.trim()).isEqualTo("25.0");
    assertThat(filesBelow(home)).isEmpty();
    // ONNX Runtime unpacks its library there, and leaves the empty folder that it was in.
    assertThat(filesBelow(temporary)).noneMatch(Files::isRegularFile);
    assertThat(filesBelow(work)).containsExactly(work.resolve("small.onnx"));
  }

  /** What a program says, which must not fail. */
  private static String run(
      Path home, Path temporary, Path work, Class<?> program, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Duser.home=" + home);
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(List.of("-cp", absoluteClassPath(), program.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(work.toFile()).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> !name.equals("PATH") && !name.equals("LANG"));
    environment.put("HOME", home.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void aRuntimeThatCannotBeUnpackedIsAPlainErrorEachTime() throws Exception {
    Path none = folder.resolve("none");
    SmallDetector.write(folder);

    assertThat(run(folder, none, folder, OpenTwice.class, "small.onnx").lines())
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith(DeviceException.class.getName())
                    .contains("ONNX Runtime", none.toString(), "-Djava.io.tmpdir=FOLDER"));
  }

  private static String absoluteClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .reduce((a, b) -> a + File.pathSeparator + b)
        .orElseThrow();
  }

  private static List<Path> filesBelow(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(path -> !path.equals(folder)).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.29.0", "1.30", "1.100.1", "2.0.0", "custom"})
  void aRuntimeWithTelemetryIsRefusedUnlessItIsSwitchedOff(String version) {
    assertThatThrownBy(() -> OnnxRuntime.requireSilent(version, null))
        .isInstanceOf(DeviceException.class)
        .hasMessageContainingAll(version, "1.28.0", "ORT_DISABLE_TELEMETRY=1");
    assertThatThrownBy(() -> OnnxRuntime.requireSilent(version, "0"))
        .isInstanceOf(DeviceException.class);
    assertThatCode(() -> OnnxRuntime.requireSilent(version, "1")).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.28.0", "1.28.1-dev", "1.9"})
  void aRuntimeWithoutTelemetryIsTaken(String version) {
    assertThatCode(() -> OnnxRuntime.requireSilent(version, null)).doesNotThrowAnyException();
  }
}
