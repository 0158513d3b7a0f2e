package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Preparation;
import dev.stranger.report.Card;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.net.NetworkOptions;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MadeStrangersTest {

  private static final MemoryDataset NOISE = TestData.images("noise:size=300", 16).inMemory();

  private static TrainedModel ofNoise;

  @BeforeAll
  static void train() {
    ofNoise = fit(NOISE, 2);
  }

  private static TrainedModel fit(Dataset data, int epochs) {
    return Trainer.fit(data, TestData.tiny(epochs), TrainListener.NONE);
  }

  /** Mirrored noise is noise, and so is noise upside down, turned, shuffled or inverted. */
  @Test
  void aDetectorThatCannotTellMostAlterationsIsWeak() {
    MadeStrangers made = ofNoise.made();
    assertThat(made.weak()).isTrue();
    assertThat(made.samples()).isEqualTo(75);
    assertThat(made.kinds()).hasSize(10).isSortedAccordingTo(byAuroc());
    assertThat(made.hard())
        .extracting(MadeStrangers.Kind::title)
        .contains("mirrored", "upside down", "turned 90", "quadrants shuffled", "inverted");
    assertThat(made.hard().get(0).passed()).isGreaterThan(0.8);
    assertThat(made.inWords()).startsWith("of 75 altered held-out samples pass: ").contains(" %, ");
  }

  private static Comparator<MadeStrangers.Kind> byAuroc() {
    return Comparator.comparingDouble(MadeStrangers.Kind::auroc);
  }

  /** Some alterations leave these normal, others do not. */
  @Test
  void aDetectorThatTellsMostAlterationsIsNotWeak() {
    MadeStrangers made = fit(TestData.images("sprites:square,size=400", 16), 10).made();
    assertThat(made.weak()).as(made.inWords()).isFalse();
    assertThat(made.hard())
        .as("mirrored squares are squares")
        .extracting(MadeStrangers.Kind::title)
        .contains("mirrored");
    assertThat(fit(TestData.heartbeats(300, 1), 5).made().weak()).isFalse();
  }

  @Test
  void tablesAreNeverCalledWeak() {
    Random random = new Random(1);
    float[][] rows = new float[300][4];
    for (float[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        row[i] = random.nextFloat();
      }
    }
    MemoryDataset noise = MemoryDataset.of("noise", Shape.of(4), Range.ANY, rows);
    MadeStrangers made = fit(noise, 2).made();
    assertThat(made.kinds()).hasSize(3);
    assertThat(made.hard()).as("shuffled noise is noise").hasSizeGreaterThan(1);
    assertThat(made.weak()).isFalse();
  }

  @Test
  void theCardTellsWhatWasFound() {
    try (Detector detector = ofNoise.open()) {
      Card card = Card.parse(detector.metadata().card());
      assertThat(card.text("made_strangers", "weak")).isEqualTo("true");
      assertThat(card.text("made_strangers", "in_words")).isEqualTo(ofNoise.made().inWords());
      MadeStrangers.Kind hardest = ofNoise.made().kinds().get(0);
      assertThat(card.text("made_strangers", "passed", hardest.title()))
          .isEqualTo(Double.toString(hardest.passed()));
      assertThat(card.text("made_strangers", "auroc", hardest.title()))
          .isEqualTo(Double.toString(hardest.auroc()));
    }
  }

  @Test
  void fewSamplesTellNothing() {
    try (Detector detector = ofNoise.open()) {
      assertThat(MadeStrangers.judgedBy(List.of(detector), NOISE, new int[9]))
          .isEqualTo(MadeStrangers.NONE);
    }
    assertThat(MadeStrangers.NONE.inWords()).isEmpty();
  }

  /** What the look is for: no other photograph is strange to the first detector. */
  @Test
  @Tag("slow")
  void photographsOfOneKindAreWeakAndGarmentsOfOneKindAreNot() {
    assumeTrue(System.getenv("STRANGER_DATA") != null, "STRANGER_DATA is not set");
    assertThat(ofKind("cifar10:test", "horse").weak()).isTrue();
    assertThat(ofKind("fashion-mnist:test", "Shirt").weak()).isFalse();
  }

  private static MadeStrangers ofKind(String set, String label) {
    Dataset data =
        new Catalogue(DataFolders.standard(null, System.getenv()))
            .open(set, DataOptions.DEFAULT)
            .labelled(label)
            .first(300);
    TrainOptions options = TestData.tiny(20).with(NetworkOptions.DEFAULT.withSizes(8, 64, 50));
    return Trainer.fit(Preparation.forTraining(data), options, TrainListener.NONE).made();
  }
}
