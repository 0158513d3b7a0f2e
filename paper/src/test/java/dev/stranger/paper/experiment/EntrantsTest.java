package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntrantsTest {

  @TempDir private Path folder;

  /** A series is cheap, and a few of them are one step an epoch. */
  @Test
  void fewerEpochsOfBaselinesAreForImagesAlone() throws IOException {
    PaperSets sets = new PaperSets(SmallSets.in(folder), SmallExperiments.TINY);
    Entrants entrants =
        new Entrants(
            SmallExperiments.options(
                Set.of(PaperTable.TABLE3), MethodName.GAN, MethodName.VRAE, MethodName.KPCA_ERROR),
            sets);
    List<Entrant> ofSeries = entrants.ofHeartbeats(sets.strangers("mnist"), "held-out");
    assertThat(ofSeries).hasSize(3).allMatch(entrant -> epochs(entrant) == 2);
    assertThat(entrants.ofImages())
        .extracting(Entrant::name, EntrantsTest::epochs)
        .contains(tuple("gan", 1));
  }

  private static int epochs(Entrant entrant) {
    return entrant.options().learning().epochs();
  }
}
