package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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

  /** The published loader of heartbeats has whole batches alone, which change no order. */
  @Test
  void onlyImagesAreScoredByBatch() throws IOException {
    PaperSets sets = new PaperSets(SmallSets.in(folder), SmallExperiments.TINY);
    Entrants entrants =
        new Entrants(
            SmallExperiments.options(
                Set.of(PaperTable.TABLE1, PaperTable.TABLE3),
                MethodName.FULL_ENERGY,
                MethodName.FULL_ENERGY_PUBLISHED),
            sets);
    assertThat(rows(entrants.ofImages())).contains(MethodName.FULL_ENERGY_PUBLISHED);
    assertThat(rows(entrants.ofHeartbeats(sets.strangers("mnist"), "held-out")))
        .containsExactly(MethodName.FULL_ENERGY);
  }

  private static Stream<MethodName> rows(List<Entrant> entrants) {
    return entrants.stream().flatMap(entrant -> entrant.rows().keySet().stream());
  }

  @Test
  void eachNetworkForImagesMayLearnForLonger() throws IOException {
    PaperSets sets = new PaperSets(SmallSets.in(folder), SmallExperiments.TINY);
    for (String model : BaselineEpochs.MODELS) {
      assertThat(namesWith(7, BaselineEpochs.parse("3," + model + "=7"), sets))
          .containsExactly(model);
    }
    assertThat(namesWith(7, BaselineEpochs.parse("7"), sets))
        .containsExactlyElementsOf(BaselineEpochs.MODELS);
  }

  private static List<String> namesWith(int epochs, BaselineEpochs given, PaperSets sets) {
    PaperOptions options =
        new PaperOptions(
            Set.of(PaperTable.TABLE1),
            false,
            false,
            Set.of(MethodName.values()),
            List.of(),
            1,
            SmallExperiments.TINY.withBaselineEpochs(given),
            "cpu",
            0.1,
            null);
    Entrants entrants = new Entrants(options, sets);
    return Stream.of(entrants.ofImages(), entrants.ofContaminatedImages())
        .flatMap(List::stream)
        .filter(entrant -> epochs(entrant) == epochs)
        .map(Entrant::name)
        .toList();
  }

  @Test
  void digitsToMixInNeedNotBeThereForOthers() throws IOException {
    PaperSets sets = new PaperSets(SmallSets.in(folder), SmallExperiments.TINY);
    Files.delete(folder.resolve("mnist").resolve("train-images-idx3-ubyte"));
    Entrants entrants =
        new Entrants(
            SmallExperiments.options(Set.of(PaperTable.TABLE1), MethodName.KPCA_ERROR), sets);
    assertThat(entrants.ofContaminatedImages()).isEmpty();
  }

  private static int epochs(Entrant entrant) {
    return entrant.options().learning().epochs();
  }
}
