package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.DetectorFileException;
import dev.stranger.Energies;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.Device;
import dev.stranger.score.OpenOptions;
import dev.stranger.score.onnx.AllowedOperators;
import dev.stranger.score.onnx.CheckedModel;
import dev.stranger.train.loop.TrainListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainedDetectorTest {

  @TempDir Path folder;

  private static MemoryDataset sprites;
  private static TrainedModel model;

  @BeforeAll
  static void train() {
    sprites = TestData.images("sprites:size=400", 16).inMemory();
    model = Trainer.fit(sprites, TestData.tiny(3), TrainListener.NONE);
  }

  private Path save() {
    Path file = folder.resolve("detector.onnx");
    model.save(file);
    return file;
  }

  private static float[] samples(int count) {
    float[] values = new float[count * 256];
    for (int i = 0; i < count; i++) {
      System.arraycopy(sprites.sample(i % 400), 0, values, 256 * i, 256);
    }
    return values;
  }

  /** Whoever has the file has its test vectors. */
  @Test
  void noSampleIsKeptInTheFile() {
    MemoryDataset rows = TestData.table(300, 1);
    TrainedModel table = Trainer.fit(rows, TestData.tiny(3), TrainListener.NONE);
    assertThat(kept(model, 256)).hasSize(8).noneMatch(test -> isIn(sprites, test));
    assertThat(kept(table, 6)).hasSize(8).noneMatch(test -> isIn(rows, test));
  }

  private static boolean isIn(MemoryDataset data, float[] sample) {
    return IntStream.range(0, (int) data.size())
        .anyMatch(i -> Arrays.equals(data.sample(i), sample));
  }

  private static List<float[]> kept(TrainedModel model, int size) {
    String text =
        CheckedModel.of(model.model(), "model", AllowedOperators.OF_STRANGER)
            .properties()
            .get("stranger.test_samples");
    FloatBuffer floats =
        ByteBuffer.wrap(Base64.getDecoder().decode(text))
            .order(ByteOrder.LITTLE_ENDIAN)
            .asFloatBuffer();
    List<float[]> samples = new ArrayList<>();
    while (floats.hasRemaining()) {
      float[] sample = new float[size];
      floats.get(sample);
      samples.add(sample);
    }
    return samples;
  }

  /** All p-values at one end would not tell whether the ranks in the middle are right. */
  @Test
  void testVectorsOfATableAreStrangeAndNormal() {
    MemoryDataset rows = TestData.table(300, 1);
    TrainedModel table = Trainer.fit(rows, TestData.tiny(10), TrainListener.NONE);
    try (Detector detector = table.open()) {
      float[] pValues = new float[8];
      List<float[]> samples = kept(table, 6);
      for (int i = 0; i < 8; i++) {
        pValues[i] = detector.judge(samples.get(i)).pValue();
      }
      Arrays.sort(pValues);
      assertThat(pValues[0]).isLessThan(0.1f);
      assertThat(pValues[7]).isGreaterThan(0.2f);
    }
  }

  @Test
  void aVerdictDoesNotDependOnTheBatch() {
    try (Detector detector = Detector.open(save())) {
      List<Verdict> together = detector.judge(samples(256), 256);
      for (int i = 0; i < 256; i++) {
        Verdict alone = detector.judge(sprites.sample(i));
        Energies one = alone.energies();
        Energies many = together.get(i).energies();
        Percentage millionth = Percentage.withPercentage(1e-4);
        assertThat(one.fullEnergy()).isCloseTo(many.fullEnergy(), millionth);
        assertThat(one.aeLoss()).isCloseTo(many.aeLoss(), millionth);
        assertThat(one.kpcaError()).isCloseTo(many.kpcaError(), millionth);
        assertThat(one.negCorr()).isCloseTo(many.negCorr(), millionth);
        // The score magnifies what rounding does to logarithms of small energies.
        Percentage tenThousandth = Percentage.withPercentage(1e-2);
        assertThat(alone.score()).isCloseTo(together.get(i).score(), tenThousandth);
      }
    }
  }

  @Test
  void arraysBuffersAndSetsGetTheSameVerdicts() {
    try (Detector detector = Detector.open(save())) {
      float[] values = samples(300); // more than the detector judges at a time
      FloatBuffer direct =
          ByteBuffer.allocateDirect(4 * values.length)
              .order(ByteOrder.nativeOrder())
              .asFloatBuffer()
              .put(values)
              .flip();
      List<Verdict> ofSet = new ArrayList<>();
      detector.judge(sprites.first(300), (batch, verdicts) -> ofSet.addAll(verdicts));
      FloatBuffer swapped =
          ByteBuffer.allocateDirect(4 * values.length)
              .order(ByteOrder.BIG_ENDIAN)
              .asFloatBuffer()
              .put(values)
              .flip();
      assertThat(detector.judge(swapped, 300)).isEqualTo(detector.judge(values, 300));
      assertThat(detector.judge(direct, 300))
          .isEqualTo(detector.judge(values, 300))
          .isEqualTo(ofSet);
    }
  }

  @Test
  void withoutAGpuAutoIsTheCpu() {
    assumeFalse(Device.onnxRuntimeHasCuda());
    Path file = save();
    try (Detector cpu = Detector.open(file);
        Detector auto = Detector.open(file, OpenOptions.DEFAULT.with(Device.AUTO))) {
      assertThat(auto.judge(samples(20), 20)).isEqualTo(cpu.judge(samples(20), 20));
    }
  }

  @Test
  void eightThreadsJudgeAtOnce() throws Exception {
    try (Detector detector = Detector.open(save())) {
      List<Verdict> expected = detector.judge(samples(64), 64);
      ExecutorService threads = Executors.newFixedThreadPool(8);
      List<Future<Boolean>> answers = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        answers.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < 20; round++) {
                    if (!detector.judge(samples(64), 64).equals(expected)) {
                      return false;
                    }
                  }
                  return true;
                }));
      }
      for (Future<Boolean> answer : answers) {
        assertThat(answer.get()).isTrue();
      }
      threads.shutdown();
    }
  }

  @Test
  void wrongSamplesAreRefusedWithBothValues() {
    try (Detector detector = Detector.open(save())) {
      assertThatThrownBy(() -> detector.judge(new float[255]))
          .isInstanceOf(DataException.class)
          .hasMessage("255 values for 1 samples, the detector expects 256 (1x16x16 each)");
      float[] broken = new float[256];
      broken[17] = Float.NaN;
      assertThatThrownBy(() -> detector.judge(broken))
          .hasMessageContaining("sample 0 has the value NaN at position 17");
      broken[17] = 255;
      assertThatThrownBy(() -> detector.judge(broken))
          .hasMessage(
              "sample 0 has the value 255.0 at position 17, the detector expects values in [0, 1]");
      float[][] images = new float[301][256];
      images[300][3] = 2;
      Dataset late = MemoryDataset.of("late", Shape.of(1, 16, 16), Range.ANY, images);
      assertThatThrownBy(() -> detector.judge(late, (batch, verdicts) -> {}))
          .hasMessageStartingWith("sample 300 of late has the value 2.0 at position 3");
      Dataset table = MemoryDataset.of("t", Shape.of(256), Range.UNIT, new float[256]);
      assertThatThrownBy(() -> detector.judge(table, (batch, verdicts) -> {}))
          .hasMessage("t has samples of 256, the detector expects 1x16x16");
    }
  }

  @Test
  void theFileCarriesItsStory() {
    try (Detector detector = Detector.open(save())) {
      assertThat(detector.guarantee()).isEqualTo(FalseAlarmGuarantee.onAverage(0.05));
      assertThat(detector.metadata().range()).isEqualTo(Range.UNIT);
      assertThat(detector.metadata().card())
          .contains("\"name\":\"sprites:size=400\"")
          .contains("\"sha256\"")
          .contains("\"curve\"");
      assertThat(detector.verify()).isEmpty();
    }
  }

  @Test
  void aFileCutOrChangedAnywhereIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(save());
    Path file = folder.resolve("broken.onnx");
    Random random = new Random(1);
    for (int round = 0; round < 300; round++) {
      byte[] broken = whole.clone();
      if (round % 2 == 0) {
        broken = Arrays.copyOf(whole, round < 100 ? round : random.nextInt(whole.length));
      } else {
        broken[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file, broken);
      assertThatThrownBy(() -> Detector.open(file).close())
          .as("round %d", round)
          .isInstanceOf(DetectorFileException.class)
          .hasMessageContaining("broken.onnx");
    }
  }

  @Test
  void changedMetadataIsRefused() throws IOException {
    String text = Files.readString(save(), StandardCharsets.ISO_8859_1);
    Path file = folder.resolve("changed.onnx");
    Files.writeString(file, text.replace("1x16x16", "1x16x17"), StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Detector.open(file))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("is damaged (its checksum differs)");
  }

  /** Even with a valid checksum, which damage does not have. */
  @Test
  void aForgedShapeIsRefused() throws IOException {
    String text = new String(model.model(), StandardCharsets.ISO_8859_1);
    for (String shape : new String[] {"9x99x99", "1x16x17"}) {
      byte[] forged = text.replace("1x16x16", shape).getBytes(StandardCharsets.ISO_8859_1);
      Path file = folder.resolve("forged.onnx");
      DetectorDraft.write(forged, file);
      assertThatThrownBy(() -> Detector.open(file))
          .isInstanceOf(DetectorFileException.class)
          .hasMessageContaining("its metadata says " + shape);
    }
  }

  @Test
  void foreignAndMissingFilesAreRefused() throws IOException {
    Path foreign = Files.writeString(folder.resolve("foreign.onnx"), "not a model");
    assertThatThrownBy(() -> Detector.open(foreign))
        .hasMessageContaining("is no detector of Stranger");
    assertThatThrownBy(() -> Detector.open(folder.resolve("none.onnx")))
        .hasMessageContaining("there is no detector file");
  }
}
