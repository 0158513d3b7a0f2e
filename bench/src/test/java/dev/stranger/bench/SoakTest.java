package dev.stranger.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.bench.SoakBench.Round;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.data.transform.Resize;
import dev.stranger.data.transform.Scale;
import dev.stranger.train.LearningOptions;
import dev.stranger.train.TrainListener;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.net.NetworkOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    Round first = rounds.get(rounds.size() / 2); // warm by then
    Round last = rounds.get(rounds.size() - 1);
    assertThat(last.judged()).isGreaterThan(first.judged());
    assertThat(last.memory()).as("%s", rounds).isLessThan(first.memory() + ALLOWED);
    assertThat(last.threads()).as("%s", rounds).isLessThanOrEqualTo(first.threads() + 2);
    assertThat(last.files()).as("%s", rounds).isLessThanOrEqualTo(first.files() + 2);
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
