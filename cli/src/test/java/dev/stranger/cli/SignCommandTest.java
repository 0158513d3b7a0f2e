package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignCommandTest {

  @TempDir private Path folder;
  private Path detector;
  private Path points;
  private Path key;
  private Path open;

  @BeforeEach
  void make() throws IOException {
    float[][] held = new float[99][];
    for (int i = 0; i < held.length; i++) {
      held[i] = new float[] {2 + i / 50f, 3 - i / 40f};
    }
    detector = PointClassifier.USUAL.write(folder.resolve("points.onnx"), held);
    points = Files.writeString(folder.resolve("points.csv"), "east,north\n3,1\n2.5,2\n");
    key = folder.resolve("key.pem");
    open = folder.resolve("key.pub.pem");
    assertThat(run("sign", "--new-key", key).code()).isZero();
  }

  private static Outcome run(Object... args) {
    List<String> texts = new ArrayList<>();
    for (Object arg : args) {
      texts.add(arg.toString());
    }
    return CommandLineTest.run(texts.toArray(String[]::new));
  }

  private String[] command(String name) {
    List<String> args =
        switch (name) {
          case "inspect" -> List.of("inspect", detector.toString());
          case "evaluate" ->
              List.of("evaluate", "--in", points.toString(), "--made", "--detector", "" + detector);
          default -> List.of(name, "--detector", "" + detector, "--data", points.toString());
        };
    List<String> trusting = new ArrayList<>(args);
    trusting.addAll(List.of("--trust", open.toString()));
    return trusting.toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"score", "explain", "evaluate", "drift", "inspect"})
  void everyCommandThatOpensADetectorAsksForTheSignature(String name) {
    Outcome unsigned = CommandLineTest.run(command(name));
    assertThat(unsigned.code()).isEqualTo(1);
    assertThat(unsigned.err()).contains("points.onnx is not signed").hasLineCount(1);

    assertThat(run("sign", "--key", key, "--detector", detector).code()).isZero();
    Outcome signed = CommandLineTest.run(command(name));
    assertThat(signed.code()).as(signed.err()).isZero();
  }

  @Test
  void recalibrateAsksForTheSignature() throws IOException {
    StringBuilder rows = new StringBuilder("east,north\n");
    for (int i = 0; i < 60; i++) {
      rows.append(2 + i / 50f).append(',').append(3 - i / 40f).append('\n');
    }
    Path data = Files.writeString(folder.resolve("rows.csv"), rows);
    Path out = folder.resolve("again.onnx");
    Object[] words = {
      "recalibrate", "--detector", detector, "--data", data, "--out", out, "--trust", open
    };
    assertThat(run(words).err()).contains("points.onnx is not signed").hasLineCount(1);
    assertThat(out).doesNotExist();
    run("sign", "--key", key, "--detector", detector);
    Outcome signed = run(words);
    assertThat(signed.code()).as(signed.err()).isZero();
    assertThat(out).exists();
  }

  @Test
  void inspectSaysWhetherThereIsASignature() {
    assertThat(run("inspect", detector).out()).contains("signature        none");
    run("sign", "--key", key, "--detector", detector);
    assertThat(run("inspect", detector).out()).contains("signature        there is one");
    assertThat(run("inspect", detector, "--trust", open).out())
        .contains("signature        of a key that is trusted");
  }

  @Test
  void aSignedCopyLeavesTheDetectorAsItIs() throws IOException {
    byte[] before = Files.readAllBytes(detector);
    Path copy = folder.resolve("signed.onnx");
    assertThat(run("sign", "--key", key, "--detector", detector, "--out", copy).code()).isZero();
    assertThat(Files.readAllBytes(detector)).isEqualTo(before);
    assertThat(run("inspect", copy, "--trust", open).code()).isZero();
  }

  @Test
  void wrongUsesOfSignAreRefused() throws IOException {
    assertThat(run("sign", "--key", key).code()).isEqualTo(2);
    assertThat(run("sign").code()).isEqualTo(2);
    assertThat(run("sign", "--new-key", key, "--detector", detector).code()).isEqualTo(2);
    assertThat(run("sign", "--key", key, "--detector", detector, "--out", key).code()).isEqualTo(2);
    assertThat(run("sign", "--key", key, "--detector", points).code()).isEqualTo(1);
    Outcome again = run("sign", "--new-key", key);
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("exists already");
  }
}
