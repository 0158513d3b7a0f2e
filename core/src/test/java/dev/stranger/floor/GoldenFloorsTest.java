package dev.stranger.floor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.RealFiles;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.data.transform.Preparation;
import dev.stranger.evaluate.RankMetrics;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Against the same scores computed with NumPy. */
class GoldenFloorsTest {

  /** Skips the test when a file of the set is not there. */
  private static Dataset open(String data) {
    try {
      Catalogue catalogue = new Catalogue(new DataFolders(List.of(RealFiles.folder())));
      return Preparation.forTraining(catalogue.open(data, DataOptions.DEFAULT));
    } catch (DataException e) {
      assumeFalse(e.getMessage().contains(" is not here"), e.getMessage());
      throw e;
    }
  }

  @Test
  void heartbeats() {
    Dataset learned = open("ecg5000:train-normal").inMemory();
    Dataset normal = open("ecg5000:test-normal").inMemory();
    Dataset abnormal = open("ecg5000:test-abnormal").inMemory();
    PcaResidual pca = PcaResidual.fit(learned, 0.05);
    assertThat(pca.rank()).isEqualTo(5);
    assertAuroc(pca, normal, abnormal, 0.984862);
    assertAuroc(NearestNeighbours.fit(learned), normal, abnormal, 0.988272);
    assertThat(Spectrum.of(learned).shrinkage()).isCloseTo(0.0416087, within(1e-6));
    assertAuroc(MahalanobisDistance.fit(learned), normal, abnormal, 0.971219);
  }

  /** One channel in another unit is the same channel. */
  @Test
  void standardisedHeartbeatsAreToldApartAsWell() {
    Dataset learned = open("ecg5000:train-normal").inMemory();
    Dataset normal = open("ecg5000:test-normal").inMemory();
    Dataset abnormal = open("ecg5000:test-abnormal").inMemory();
    List<Floor> floors = Floors.fit(learned).fitted();
    PcaResidual plain = PcaResidual.fit(learned, PcaResidual.PAPER_SHARE);
    double auroc = RankMetrics.of(plain.score(normal), plain.score(abnormal)).auroc();
    assertAuroc(floors.get(0), normal, abnormal, auroc);
    assertAuroc(floors.get(1), normal, abnormal, 0.971219);
    assertAuroc(floors.get(2), normal, abnormal, 0.988272);
  }

  private static void assertAuroc(Floor floor, Dataset normal, Dataset stranger, double golden) {
    assertThat(RankMetrics.of(floor.score(normal), floor.score(stranger)).auroc())
        .as(floor.title())
        .isCloseTo(golden, within(1e-5));
  }

  @Test
  @Tag("slow")
  void garmentsAgainstDigits() {
    Dataset garments = open("fashion-mnist:train");
    PcaResidual pca = PcaResidual.fit(garments, PcaResidual.PAPER_SHARE);
    assertThat(pca.rank()).isEqualTo(7);
    RankMetrics digits =
        RankMetrics.of(pca.score(open("fashion-mnist:test")), pca.score(open("mnist:test")));
    assertThat(digits.fpr95()).isCloseTo(0.191, within(0.001));
    assertThat(digits.auroc()).isCloseTo(0.965, within(0.001));
  }
}
