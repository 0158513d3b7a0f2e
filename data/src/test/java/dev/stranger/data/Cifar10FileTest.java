package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Cifar10FileTest {

  @TempDir Path folder;

  @Test
  void theFirstByteIsTheLabelAndTheRestThePixels() throws IOException {
    Dataset data = Cifar10File.read(Files.write(folder.resolve("b"), TestFiles.cifar10(3)));
    assertThat(data.size()).isEqualTo(3);
    assertThat(Samples.labels(data)).containsExactly("airplane", "automobile", "bird");
    assertThat(Arrays.copyOf(Samples.all(data).get(2), 8)).containsExactly(2, 3, 4, 5, 6, 7, 8, 2);
  }

  @Test
  void aFileThatIsNoWholeNumberOfImagesIsRefused() throws IOException {
    Path file = Files.write(folder.resolve("b"), Arrays.copyOf(TestFiles.cifar10(2), 5000));
    assertThatThrownBy(() -> Cifar10File.read(file))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has 5000 bytes, not a multiple of the 3073 of a CIFAR-10 image");
  }

  @Test
  void aLabelOutOfRangeIsRefused() throws IOException {
    byte[] content = TestFiles.cifar10(2);
    content[3073] = 10;
    Path file = Files.write(folder.resolve("b"), content);
    assertThatThrownBy(() -> Samples.all(Cifar10File.read(file)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has label 10 at image 1");
  }
}
