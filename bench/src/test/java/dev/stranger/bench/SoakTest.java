package dev.stranger.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.bench.SoakBench.Round;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Resize;
import dev.stranger.prepare.Scale;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.net.NetworkOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The same with five minutes: {@code bench/run SoakBench FILE}. */
class SoakTest {

  private static final long ALLOWED = 48L << 20;

  @TempDir private Path folder;

  @Test
  @Tag("slow")
  @EnabledOnOs(OS.LINUX)
  void memoryThreadsAndFilesStayAsTheyAreOverAMinuteOfAbuse() throws Exception {
    List<Round> rounds = SoakBench.run(detector(), Duration.ofMinutes(1));
    int third = rounds.size() / 3;
    List<Round> warm = rounds.subList(third, 2 * third);
    List<Round> late = rounds.subList(2 * third, rounds.size());
    assertThat(late.get(0).judged()).isGreaterThan(warm.get(0).judged());
    assertThat(least(late, Round::memory))
        .as("%s", rounds)
        .isLessThan(least(warm, Round::memory) + ALLOWED);
    assertThat(least(late, Round::threads))
        .as("%s", rounds)
        .isLessThanOrEqualTo(least(warm, Round::threads) + 2);
    assertThat(least(late, Round::files))
        .as("%s", rounds)
        .isLessThanOrEqualTo(least(warm, Round::files) + 2);
  }

  /** A leak raises the least as well; what a round happens to hold for a moment does not. */
  private static long least(List<Round> rounds, ToLongFunction<Round> value) {
    return rounds.stream().mapToLong(value).min().orElseThrow();
  }

  private Path detector() {
    Path file = folder.resolve("sprites.onnx");
    var sprites =
        new Catalogue(DataFolders.standard(null, Map.of()))
            .open("sprites:size=300", DataOptions.DEFAULT)
            .map(Resize.to(16, 16))
            .map(Scale.toUnit());
    TrainOptions options =
        TrainOptions.DEFAULT
            .with(NetworkOptions.DEFAULT.withSizes(4, 32, 12))
            .with(LearningOptions.DEFAULT.withEpochs(2).withBatchSize(64))
            .withDevice("cpu");
    Trainer.fit(sprites, options, TrainListener.NONE).save(file);
    return file;
  }
}
