package dev.stranger.data.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import dev.stranger.data.RealFiles;
import dev.stranger.data.catalogue.FileSet.State;
import dev.stranger.prepare.Luma;
import dev.stranger.prepare.Resize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every reader on the real files. */
class RealSetsTest {

  private static Catalogue catalogue() {
    return new Catalogue(new DataFolders(List.of(RealFiles.folder())));
  }

  /** Skips the test when a file of the set is not there. */
  private static Dataset open(String data) {
    try {
      return catalogue().open(data, DataOptions.DEFAULT);
    } catch (DataException e) {
      assumeFalse(e.getMessage().contains(" is not here"), e.getMessage());
      throw e;
    }
  }

  private static void assertPublished(String set, String file) {
    State state = ((FileSet) catalogue().set(set)).verify(file, catalogue().folders());
    assumeFalse(state == State.MISSING, () -> file + " of " + set + " is not here");
    assertThat(state).as("%s of %s", file, set).isEqualTo(State.VERIFIED);
  }

  /** What one pass over a set shows. */
  private record Facts(long count, double mean, Map<String, Long> labels) {}

  private static Facts facts(Dataset data) {
    long count = 0;
    double sum = 0;
    long[] labels = new long[data.labelNames().size()];
    float[] sample = new float[data.shape().size()];
    try (Cursor cursor = data.open()) {
      for (; cursor.next(sample, 0); count++) {
        for (float value : sample) {
          sum += value;
        }
        if (cursor.label() >= 0) {
          labels[cursor.label()]++;
        }
      }
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    for (int i = 0; i < labels.length; i++) {
      counts.put(data.labelNames().get(i), labels[i]);
    }
    return new Facts(count, sum / count / sample.length, counts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fashion-mnist", "mnist"})
  void idxFilesHaveTheirPublishedContent(String name) {
    for (Download download : ((FileSet) catalogue().set(name)).downloads()) {
      assertPublished(name, download.fileName());
    }
  }

  @Test
  void garmentsAreBalancedAndTheirMeanIsKnown() {
    Facts train = facts(open("fashion-mnist:train"));
    assertThat(train.count()).isEqualTo(60_000);
    assertThat(train.labels()).hasSize(10).allSatisfy((k, v) -> assertThat(v).isEqualTo(6000));
    assertThat(train.mean() / 255).isBetween(0.2860, 0.2861); // the published 0.2860
    assertThat(facts(open("fashion-mnist:test")).labels()).containsEntry("Trouser", 1000L);
  }

  @Test
  void digitsHaveTheirKnownMean() {
    Facts train = facts(open("mnist:train"));
    assertThat(train.mean() / 255).isBetween(0.1306, 0.1307);
    assertThat(train.labels()).containsEntry("1", 6742L).containsEntry("5", 5421L);
    assertThat(facts(open("mnist:test")).count()).isEqualTo(10_000);
  }

  @Test
  void photographsAreBalanced() {
    Facts test = facts(open("cifar10:test"));
    assertThat(test.count()).isEqualTo(10_000);
    assertThat(test.labels()).allSatisfy((k, v) -> assertThat(v).isEqualTo(1000));
    assertThat(test.mean() / 255).isBetween(0.47, 0.48);
  }

  @Test
  void houseNumbersHaveAllDigits() {
    Dataset data = open("svhn");
    Facts test = facts(data);
    assertThat(data.shape()).isEqualTo(Shape.image(3, 32, 32));
    assertThat(test.count()).isIn(10_000L, 26_032L);
    assertThat(test.labels()).hasSize(10).allSatisfy((k, v) -> assertThat(v).isGreaterThan(500));
    assertThat(test.labels().get("1")).isGreaterThan(test.labels().get("9"));
    assertThat(test.mean() / 255).isBetween(0.44, 0.46);
  }

  @Test
  void heartbeatsHaveTheirPublishedCounts() {
    assertPublished("ecg5000", "ECG5000_TRAIN.txt");
    assertPublished("ecg5000", "ECG5000_TEST.txt");
    assertThat(open("ecg5000").size()).isEqualTo(292);
    assertThat(open("ecg5000:test-normal").size()).isEqualTo(2627);
    assertThat(open("ecg5000:test-abnormal").size()).isEqualTo(4500 - 2627);
    // Beats are sorted by class within a file: the split of the paper leaves no normal one to test.
    assertThat(open("ecg5000:paper-train-normal").size()).isEqualTo(292 + 2627);
    assertThat(open("ecg5000:paper-test-abnormal").size()).isEqualTo(500);
    assertThat(open("ecg5000:test").shape()).isEqualTo(Shape.of(1, 140));
  }

  @Test
  @Tag("slow")
  void allSpritesStreamThroughTheResize() {
    Dataset small = open("dsprites").map(Luma.GREY).map(Resize.to(28, 28));
    Facts facts = facts(small);
    assertThat(facts.count()).isEqualTo(737_280);
    assertThat(facts.mean() / 255).isBetween(0.035, 0.05);
  }
}
