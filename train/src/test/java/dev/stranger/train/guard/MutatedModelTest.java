package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.StrangerException;
import dev.stranger.score.Detector;
import dev.stranger.train.Guard;
import dev.stranger.train.GuardOptions;
import dev.stranger.train.TestData;
import dev.stranger.train.guard.MutatedModel.Damage;
import dev.stranger.train.loop.TrainListener;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class MutatedModelTest {

  private static final int MUTANTS = 260;
  private static final List<String> NETWORKS =
      List.of("cnn-13", "cnn-7", "lstm-11", "vit-17", "branch-13", "two-inputs-13", "half-17");

  @TempDir private Path folder;

  @Test
  void aDamagedModelWorksOrIsRefusedWithOneLine() {
    int working = 0;
    for (int seed = 0; seed < MUTANTS; seed++) {
      Damage damage = Damage.values()[seed % Damage.values().length];
      TestNetwork network = new TestNetwork(NETWORKS.get(seed % NETWORKS.size()));
      working += works(network, damage, seed) ? 1 : 0;
    }
    assertThat(working).isBetween(1, MUTANTS / 2);
  }

  private boolean works(TestNetwork network, Damage damage, int seed) {
    String what = "%s of %s, seed %d".formatted(damage, network.name(), seed);
    byte[] mutant = new MutatedModel(seed).of(network.bytes(), damage);
    Path file = folder.resolve(seed + ".onnx");
    try {
      guard(mutant, network, file);
      return true;
    } catch (StrangerException e) {
      assertThat(e.getMessage()).as(what).isNotBlank().doesNotContainPattern("\\p{Cntrl}");
      assertThat(file).as(what).doesNotExist();
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what, e);
    }
  }

  private static void guard(byte[] mutant, TestNetwork network, Path file) {
    GuardOptions options = GuardOptions.of(network.input()).with(TestData.tiny(1));
    ForeignModel model = ForeignModel.of(mutant, network.name() + ".onnx");
    Guard.fit(model, network.samples(100, 1), options, TrainListener.NONE).save(file);
    try (Detector detector = Detector.open(file)) {
      assertThat(detector.judge(network.samples(1, 2).sample(0)).pValue()).isPositive();
    }
  }
}
