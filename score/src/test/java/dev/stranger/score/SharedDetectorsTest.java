package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DetectorFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedDetectorsTest {

  @TempDir private Path folder;
  private final SharedDetectors shared = new SharedDetectors(4);

  private SharedDetectors.Lease lease(OpenOptions options) throws Exception {
    byte[] file = Files.readAllBytes(SmallDetector.write(folder));
    return shared.lease("of the file", "small", options, () -> file);
  }

  @Test
  void leasesWithTheSameOptionsShareADetector() throws Exception {
    for (int i = 0; i < 3; i++) {
      lease(OpenOptions.DEFAULT).close();
      lease(OpenOptions.DEFAULT.withThreads(1)).close();
    }
    assertThat(shared.opened()).isEqualTo(2);
  }

  @Test
  void aLeaseThatAsksForASignatureDoesNotGetADetectorWithoutOne() throws Exception {
    Path open = folder.resolve("key.pub.pem");
    SigningKey.create(folder.resolve("key.pem"), open);
    TrustedKeys keys = TrustedKeys.read(open);
    lease(OpenOptions.DEFAULT).close();
    assertThatThrownBy(() -> lease(OpenOptions.DEFAULT.with(keys)))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("is not signed");
  }
}
