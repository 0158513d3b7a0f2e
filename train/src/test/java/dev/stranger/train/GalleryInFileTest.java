package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.score.Detector;
import dev.stranger.score.Gallery;
import dev.stranger.score.Thumbnail;
import dev.stranger.score.onnx.AllowedOperators;
import dev.stranger.score.onnx.CheckedModel;
import dev.stranger.train.baseline.Forest;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a detector file shows of its held-out samples, and what it does not. */
class GalleryInFileTest {

  private static final TrainOptions TINY = TestData.tiny(2);
  private static final TrainOptions SHOWN = TINY.withGallery(20);

  @TempDir Path folder;

  private static TrainedModel fit(Dataset data, TrainOptions options) {
    return Trainer.fit(data, options, TrainListener.NONE);
  }

  private static int[] heldOut(MemoryDataset data, TrainOptions options) {
    return Split.of(data, options.calibration(), options.seed()).calibration();
  }

  private static Map<String, String> properties(TrainedModel model) {
    return CheckedModel.of(model.model(), "model", AllowedOperators.OF_STRANGER).properties();
  }

  /**
   * Pictures are made smaller, series too, rows are as they are; scores are of the whole sample.
   */
  @Test
  void samplesOfEveryKindAreShownWithTheirScoreAndPlace() {
    List<MemoryDataset> sets =
        List.of(
            TestData.images("sprites:size=300", 40).inMemory(),
            TestData.heartbeats(200, 1),
            TestData.table(200, 1));
    List<String> shapes = List.of("1x32x32", "1x128", "6");
    for (int i = 0; i < sets.size(); i++) {
      MemoryDataset data = sets.get(i);
      TrainedModel model = fit(data, SHOWN);
      assertThat(model.gallery()).isEqualTo(20);
      try (Detector detector = model.open()) {
        Gallery gallery = detector.gallery();
        assertThat(gallery.shape()).hasToString(shapes.get(i));
        assertThat(gallery.samples()).hasSize(20);
        assertShown(data, gallery, detector);
      }
    }
  }

  private static void assertShown(MemoryDataset data, Gallery gallery, Detector detector) {
    int[] heldOut = heldOut(data, SHOWN);
    float level = data.shape().isImage() ? 0.5f / 255 + 1e-6f : 0;
    for (int i = 0; i < 20; i++) {
      float[] sample = data.sample(heldOut[i]);
      Gallery.Sample shown = gallery.samples().get(i);
      assertThat(shown.values()).containsExactly(Thumbnail.of(sample, data.shape()), within(level));
      float score = detector.judge(sample).score();
      assertThat(shown.score()).isCloseTo(score, within(1e-3f * Math.abs(score)));
      float[] coordinates = Arrays.copyOf(detector.coordinates(sample, 1), 2);
      assertThat(shown.coordinates()).containsExactly(coordinates, within(1e-4f));
    }
  }

  @Test
  void thoseShownAreAChoiceByTheSeedAndLearntFromNone() {
    MemoryDataset table = TestData.table(300, 1);
    List<List<Integer>> choices = new ArrayList<>();
    for (long seed = 0; seed < 3; seed++) {
      TrainOptions options = SHOWN.withSeed(seed);
      List<Integer> positions = positions(table, fit(table, options));
      int[] fitted = TestData.fitted(table, options);
      assertThat(positions).hasSize(20).doesNotHaveDuplicates();
      assertThat(positions).noneMatch(p -> Arrays.stream(fitted).anyMatch(f -> f == p));
      assertThat(positions).anyMatch(p -> p < 100).anyMatch(p -> p >= 200);
      choices.add(positions);
    }
    assertThat(choices).doesNotHaveDuplicates();
  }

  /** Of the rows that are shown. */
  private static List<Integer> positions(MemoryDataset table, TrainedModel model) {
    try (Detector detector = model.open()) {
      return detector.gallery().samples().stream()
          .map(
              shown ->
                  IntStream.range(0, (int) table.size())
                      .filter(i -> Arrays.equals(table.sample(i), shown.values()))
                      .findFirst()
                      .orElseThrow())
          .toList();
    }
  }

  @Test
  void theSameSeedGivesTheSameBytes() {
    MemoryDataset table = TestData.table(300, 1);
    assertThat(fit(table, SHOWN).model()).isEqualTo(fit(table, SHOWN).model());
  }

  @Test
  void onlyTheGalleryAndTheCardAreDifferentWithAGallery() {
    MemoryDataset table = TestData.table(300, 1);
    Map<String, String> without = new HashMap<>(properties(fit(table, TINY)));
    Map<String, String> with = new HashMap<>(properties(fit(table, SHOWN)));
    assertThat(with.remove("stranger.gallery")).isNotNull();
    assertThat(with.remove("stranger.card")).contains("\"gallery\":20");
    assertThat(without.remove("stranger.card")).doesNotContain("gallery");
    assertThat(with).isEqualTo(without);
  }

  /** The second number shows that the search would find them. */
  @Test
  void noRowIsInAFileUnlessItIsAskedFor() {
    MemoryDataset table = TestData.table(300, 1);
    assertThat(found(table, fit(table, TINY))).isZero();
    assertThat(found(table, fit(table, SHOWN))).isEqualTo(20);
  }

  /** How many samples are somewhere in the file, also in Base64. */
  private static long found(MemoryDataset data, TrainedModel model) {
    List<String> places =
        Stream.concat(
                Stream.of(model.model()),
                properties(model).values().stream()
                    .flatMap(text -> Arrays.stream(text.split(" ")))
                    .filter(text -> text.matches("[A-Za-z0-9+/]{8,}=*"))
                    .filter(text -> text.length() % 4 == 0)
                    .map(Base64.getDecoder()::decode))
            .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
            .toList();
    return IntStream.range(0, (int) data.size())
        .mapToObj(data::sample)
        .map(GalleryInFileTest::bytes)
        .filter(sample -> places.stream().anyMatch(place -> place.contains(sample)))
        .count();
  }

  private static String bytes(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return new String(bytes.array(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void noMoreAreShownThanAreHeldOut() {
    MemoryDataset table = TestData.table(200, 1);
    TrainOptions many = TINY.withGallery(1000);
    TrainedModel model = fit(table, many);
    assertThat(model.gallery()).isEqualTo(heldOut(table, many).length).isLessThan(200);
    assertThat(properties(model).get("stranger.card")).contains("\"gallery\":" + model.gallery());
  }

  @Test
  void aModelWithoutASubspaceHasNoPlaces() {
    MemoryDataset table = TestData.table(200, 1);
    TrainOptions forest = SHOWN.with(new Forest());
    try (Detector detector = fit(table, forest).open()) {
      assertThat(detector.hasCoordinates()).isFalse();
      assertThat(detector.gallery().samples())
          .hasSize(20)
          .allSatisfy(shown -> assertThat(shown.coordinates()).isEmpty());
    }
  }

  @Test
  void aTrainingMayBeResumedWithAGallery() {
    MemoryDataset table = TestData.table(300, 1);
    Path file = folder.resolve("checkpoint");
    Trainer.fit(table, TINY, TrainListener.NONE, new CheckpointFile(file, 1, false));
    TrainedModel resumed =
        Trainer.fit(table, SHOWN, TrainListener.NONE, new CheckpointFile(file, 1, true));
    assertThat(resumed.model()).isEqualTo(fit(table, SHOWN).model());
  }

  @Test
  void whatIsTooLargeIsRefusedBeforeTraining() {
    assertThatThrownBy(() -> TINY.withGallery(1001))
        .isInstanceOf(DataException.class)
        .hasMessage("a gallery has 0 to 1,000 samples, got 1,001");
    assertThatThrownBy(() -> TINY.withGallery(-1)).hasMessageEndingWith("got -1");
    Dataset wide = MemoryDataset.of("wide", Shape.of(100_000), Range.UNIT, new float[400][100_000]);
    assertThatThrownBy(() -> Trainer.plan(wide, TINY.withGallery(42)))
        .isInstanceOf(DataException.class)
        .hasMessage("a gallery has room for 41 samples of 100000, got 42; choose fewer");
  }

  @Test
  void thePlanCountsIt() {
    MemoryDataset table = TestData.table(300, 1);
    TrainingPlan without = Trainer.plan(table, TINY);
    TrainingPlan with = Trainer.plan(table, SHOWN);
    int text = properties(fit(table, SHOWN)).get("stranger.gallery").length();
    assertThat(with.fileBytes() - without.fileBytes()).isBetween(text - 20L, text + 20L);
  }

  @Test
  void energiesAreDistributedAsThoseOfTheHeldOutSamples() {
    MemoryDataset table = TestData.table(300, 1);
    int[] heldOut = heldOut(table, TINY);
    try (Detector detector = fit(table, TINY).open()) {
      Map<String, float[]> quantiles = detector.heldOutEnergies();
      assertThat(quantiles.keySet()).containsExactlyElementsOf(detector.metadata().energies());
      for (int energy = 0; energy < quantiles.size(); energy++) {
        float[] all = new float[heldOut.length];
        for (int i = 0; i < all.length; i++) {
          all[i] = detector.judge(table.sample(heldOut[i])).energies().values()[energy];
        }
        Arrays.sort(all);
        float[] found = quantiles.get(detector.metadata().energies().get(energy));
        float tolerance = 1e-3f * Math.abs(all[all.length - 1] - all[0]);
        assertThat(found).hasSize(101);
        assertThat(found[0]).isCloseTo(all[0], within(tolerance));
        assertThat(found[50]).isCloseTo(all[Math.round((all.length - 1) / 2f)], within(tolerance));
        assertThat(found[100]).isCloseTo(all[all.length - 1], within(tolerance));
      }
    }
  }
}
