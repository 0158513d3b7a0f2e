package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GalleryOptionTest {

  private static final String TRAIN =
      "train --data sprites:size=300 --size 16x16 --epochs 2 --device cpu";

  @TempDir private Path folder;

  private static Outcome run(String command) {
    return CommandLineTest.run(command.split(" "));
  }

  @Test
  void trainAndInspectSayHowManySamplesOfItsDataAFileShows() {
    Path file = folder.resolve("shown.onnx");
    Outcome train = run(TRAIN + " --gallery 12 --out " + file);
    assertThat(train.err()).isEmpty();
    assertThat(train.out().lines())
        .containsOnlyOnce(
            file + " shows thumbnails of 12 held-out samples to everybody who can read it");
    assertThat(run("inspect " + file).out())
        .contains(
            "\ngallery          thumbnails of 12 held-out samples; everybody with the file can see"
                + " them\n");
    assertThat(run("inspect --json " + file).out())
        .contains("\n  \"gallery\" : 12,\n") // of the file
        .contains("\n      \"gallery\" : 12\n"); // of its card
  }

  @Test
  void withoutTheOptionAFileShowsNone() {
    Path file = folder.resolve("usual.onnx");
    Outcome train = run(TRAIN + " --out " + file);
    assertThat(train.err()).isEmpty();
    assertThat(train.out()).doesNotContain("thumbnails");
    assertThat(run("inspect " + file).out()).doesNotContain("gallery");
    assertThat(run("inspect --json " + file).out()).containsOnlyOnce("\"gallery\" : 0,");
  }

  @Test
  void aWrongNumberIsRefusedBeforeAnythingIsRead() {
    String command = "train --data nowhere --out x.onnx --gallery ";
    assertThat(run(command + "1001").err()).contains("a gallery has 0 to 1,000 samples, got 1,001");
    assertThat(run(command + "-1").err()).contains("a gallery has 0 to 1,000 samples, got -1");
    assertThat(run(command + "many").err()).contains("'many' is not a whole number");
    assertThat(run(command + "many").code()).isEqualTo(2);
  }
}
