package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.stranger.StrangerException;
import dev.stranger.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutatedFilesTest {

  private static final int MUTATIONS = 2000;
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final long MEMORY = 1L << 30;

  @TempDir private Path folder;

  /**
   * Changes of the protobuf structure with checksums that are right: a file is refused, or judges
   * as it says it did. Anything else, such as another exception or the end of the process, is a
   * hole.
   */
  @Test
  @Tag("slow")
  void aChangedStructureIsRefusedOrJudgesAsItSays() throws Exception {
    byte[] model = SmallDetector.complete().build().toByteArray();
    Path file = folder.resolve("mutated.onnx");
    long before = ProcessFacts.mostMemory();
    int opened = 0;
    for (int seed = 0; seed < MUTATIONS; seed++) {
      byte[] mutated = new ProtoMutation(new Random(seed)).of(model);
      if (!write(mutated, file)) {
        continue; // it has no place for a checksum any more
      }
      Boolean isOpen = assertTimeoutPreemptively(SOON, () -> judges(file), "seed " + seed);
      opened += isOpen ? 1 : 0;
    }
    assertThat(opened).as("some changes mean nothing").isBetween(1, MUTATIONS - 1);
    assertThat(ProcessFacts.mostMemory() - before).isLessThan(MEMORY);
  }

  private static boolean write(byte[] mutated, Path file) throws Exception {
    try {
      Files.write(file, DetectorFile.sealed(mutated));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean judges(Path file) {
    try (Detector detector = Detector.open(file)) {
      float[] sample = new float[detector.shape().size()];
      Verdict verdict = detector.judge(sample);
      assertThat(verdict.pValue()).isBetween(0f, 1f);
      return true;
    } catch (StrangerException e) {
      return false;
    }
  }
}
