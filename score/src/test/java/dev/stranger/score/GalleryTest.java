package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.score.Gallery.Sample;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GalleryTest {

  private static final String KEY = "stranger.gallery";
  private static final Metadata POINTS = metadata(Shape.of(2), Range.ANY);
  private static final Metadata PICTURES = metadata(Shape.of(1, 1, 2), Range.UNIT);

  @TempDir private Path folder;

  private static Metadata metadata(Shape shape, Range range) {
    return Metadata.of(shape, range).parts(List.of("a")).build();
  }

  private static String encoded(float... numbers) {
    return FloatText.encode(numbers);
  }

  private static Gallery again(Metadata metadata, Sample... samples) {
    Gallery gallery = new Gallery(Thumbnail.shapeOf(metadata.shape()), List.of(samples));
    return Gallery.parse(gallery.toProperties(metadata), metadata, "f.onnx");
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    Gallery read =
        again(
            POINTS,
            new Sample(new float[] {1e-20f, -3e30f}, -0.5f, new float[] {1, 2}),
            new Sample(new float[] {3, 4}, Float.POSITIVE_INFINITY, new float[] {-3, 0}));
    assertThat(read.shape()).isEqualTo(Shape.of(2));
    assertThat(read.samples()).hasSize(2);
    assertThat(read.samples().get(0).values()).containsExactly(1e-20f, -3e30f);
    assertThat(read.samples().get(0).score()).isEqualTo(-0.5f);
    assertThat(read.samples().get(0).coordinates()).containsExactly(1, 2);
    assertThat(read.samples().get(1).values()).containsExactly(3, 4);
    assertThat(read.samples().get(1).score()).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(read.samples().get(1).coordinates()).containsExactly(-3, 0);
  }

  @Test
  void aRowMayHaveGapsWhereTheDetectorTakesThem() {
    Metadata rows = Metadata.of(Shape.of(2), Range.ANY).parts(List.of("a")).gaps(true).build();
    Gallery read = again(rows, new Sample(new float[] {1, Float.NaN}, 2, new float[0]));
    assertThat(read.samples().get(0).values()).containsExactly(1, Float.NaN);
  }

  @Test
  void aModelMayHaveOneCoordinateOrNone() {
    for (float[] coordinates : List.of(new float[0], new float[] {7})) {
      Sample sample = new Sample(new float[] {1, 2}, 3, coordinates);
      for (Sample read : again(POINTS, sample, sample, sample).samples()) {
        assertThat(read.coordinates()).containsExactly(coordinates);
      }
    }
  }

  @Test
  void aValueOfAPictureTakesAByteAndIsTheNearestLevel() {
    Gallery read = again(PICTURES, new Sample(new float[] {100 / 255f, 0.5f}, 1, new float[0]));
    assertThat(read.samples().get(0).values()).containsExactly(100 / 255f, 128 / 255f);
    String levels = Base64.getEncoder().encodeToString(new byte[] {100, (byte) 128});
    assertThat(new Gallery(read.shape(), read.samples()).toProperties(PICTURES))
        .containsOnly(Map.entry(KEY, "1x1x2 " + levels + " " + encoded(1) + " "));
  }

  /** Levels would not do for values without bounds. */
  @Test
  void picturesOfAnyValuesKeepTheirValues() {
    Metadata any = metadata(Shape.of(1, 1, 2), Range.ANY);
    Gallery read = again(any, new Sample(new float[] {-500, 0.123f}, 1, new float[0]));
    assertThat(read.samples().get(0).values()).containsExactly(-500, 0.123f);
  }

  @Test
  void nothingIsWrittenOfAnEmptyGallery() {
    Gallery empty = Gallery.parse(Map.of(), PICTURES, "f.onnx");
    assertThat(empty.samples()).isEmpty();
    assertThat(empty.shape()).isEqualTo(PICTURES.shape());
    assertThat(empty.toProperties(PICTURES)).isEmpty();
  }

  @Test
  void filesThatAreOlderHaveNone() {
    for (String file : List.of("table.onnx", "picture.onnx")) {
      try (Detector detector = FormatOne.open(file)) {
        assertThat(detector.gallery().samples()).isEmpty();
      }
    }
  }

  /** AACAPw== is 1, AACAPwAAgD8= is 1 1, and - stands for a part that is empty. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- | it does not have 4 parts",
        "2 AACAPwAAgD8= AACAPw== | it does not have 4 parts",
        "2 AACAPwAAgD8= AACAPw==  AACAPw== | it does not have 4 parts",
        "x AACAPwAAgD8= AACAPw== - | is not a shape",
        "3 AACAPwAAgD8= AACAPw== - | thumbnails of 3 do not fit samples of 2",
        "1x2 AACAPwAAgD8= AACAPw== - | thumbnails of 1x2 do not fit samples of 2",
        "2 AACAPwAAgD8= - - | it has 0 samples of 2",
        "2 AACAPwAAgD8= ==== - | it has 0 samples of 2",
        "2 AACAPw== AACAPw== - | its values have 4 bytes, 8 were expected",
        "2 AACAPwAAgD8= AACAPwA= - | its scores have 5 bytes, 4 were expected",
        "2 AACAPwAAgD8= AACAPw== AACAPwAAgD8AAIA/ | it has 3 coordinates a sample",
        "2 AACAPwAAgD8= AACAPw== AACAPwA= | its coordinates have 5 bytes, 4 were expected",
        "2 ?ACAPwAAgD8= AACAPw== - | Illegal base64",
        "2 AADAfwAAgD8= AACAPw== - | it has the number NaN",
        "2 AACAfwAAgD8= AACAPw== - | it has the number Infinity",
        "2 AACAPwAAgD8= AADAfw== - | it has the number NaN",
        "2 AACAPwAAgD8= AACAPw== AADAfw== | it has the number NaN"
      })
  void whatIsDamagedIsRefusedInOneLine(String text, String complaint) {
    Map<String, String> properties = Map.of(KEY, text.replace("-", ""));
    assertThatThrownBy(() -> Gallery.parse(properties, POINTS, "f.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageStartingWith("f.onnx has a wrong gallery: ")
        .hasMessageContaining(complaint)
        .hasMessageNotContaining("\n");
  }

  @Test
  void whateverIsChangedIsReadOrRefused() {
    Sample sample = new Sample(new float[] {0.5f, 1}, 3, new float[] {1, 2});
    String text =
        new Gallery(PICTURES.shape(), List.of(sample, sample)).toProperties(PICTURES).get(KEY);
    long seed = 11;
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 5000; round++) {
      StringBuilder changed = new StringBuilder(text);
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(changed.length());
        switch (random.nextInt(3)) {
          case 0 -> changed.setCharAt(at, (char) random.nextInt(128));
          case 1 -> changed.deleteCharAt(at);
          default -> changed.insert(at, changed.substring(at / 2, at));
        }
      }
      try {
        Gallery read = Gallery.parse(Map.of(KEY, changed.toString()), PICTURES, "f.onnx");
        assertThat(read.samples())
            .as("seed %d, round %d", seed, round)
            .isNotEmpty()
            .allMatch(s -> s.values().length == read.shape().size());
      } catch (DetectorFileException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1000, 4999);
  }

  @Test
  void moreSamplesThanAreEverWrittenAreRefused() {
    Sample[] samples =
        IntStream.range(0, 1001)
            .mapToObj(i -> new Sample(new float[] {i, i}, i, new float[0]))
            .toArray(Sample[]::new);
    assertThatThrownBy(() -> again(POINTS, samples))
        .isInstanceOf(DetectorFileException.class)
        .hasMessage(
            "f.onnx has a wrong gallery: it has 1,001 samples of 2, at most 1,000 with 4,194,304"
                + " values were expected");
  }

  /** None of these texts holds what it announces: whoever took the memory first would not know. */
  @Test
  void sizesAreCheckedBeforeNumbersAreRead() {
    Metadata large = metadata(Shape.of(1 << 26), Range.ANY);
    String thousand = encoded(new float[1000]);
    assertWrong(large, "67108864 AAAA " + thousand + " ", "1,000 samples of 67108864");
    assertWrong(large, "4194 AAAA " + thousand + " ", "its values have 3 bytes, 16,776,000 were");
    assertWrong(POINTS, "2 " + "A".repeat(26_000_000), "26,000,002 characters, at most 25,165,824");
  }

  private static void assertWrong(Metadata metadata, String text, String complaint) {
    assertThatThrownBy(() -> Gallery.parse(Map.of(KEY, text), metadata, "f.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void aThousandPicturesInColourFitAndWideRowsAreCounted() {
    Gallery.requireRoom(Shape.image(3, 512, 512), 1000);
    Gallery.requireRoom(Shape.of(60_000), 69);
    assertThatThrownBy(() -> Gallery.requireRoom(Shape.of(60_000), 70))
        .isInstanceOf(DataException.class)
        .hasMessage("a gallery has room for 69 samples of 60000, got 70; choose fewer");
    assertThatThrownBy(() -> Gallery.requireRoom(Shape.of(2), 1001))
        .isInstanceOf(DataException.class)
        .hasMessage("a gallery has room for 1,000 samples of 2, got 1,001; choose fewer");
  }

  @Test
  void itsSizeInTheFileIsKnownBefore() {
    for (Metadata metadata : List.of(POINTS, PICTURES)) {
      Sample sample = new Sample(new float[2], 1, new float[2]);
      String text =
          new Gallery(metadata.shape(), List.of(sample, sample, sample))
              .toProperties(metadata)
              .get(KEY);
      long estimated = Gallery.fileBytes(metadata.shape(), metadata.range(), 3);
      assertThat((long) text.length()).isBetween(estimated, estimated + 20);
    }
  }

  @Test
  void aFileWithAWrongGalleryIsNotOpened() {
    Path file = write("2 AACAPwAAgD8= AADAfw== ");
    assertThatThrownBy(() -> Detector.open(file))
        .isInstanceOf(DetectorFileException.class)
        .hasMessage(file + " has a wrong gallery: it has the number NaN");
    try (Detector detector = Detector.open(write("2 AACAPwAAgD8= AACAPw== "))) {
      assertThat(detector.gallery().samples()).hasSize(1);
    }
  }

  private Path write(String gallery) {
    return SmallDetector.write(
        folder,
        model ->
            model.addMetadataProps(
                StringStringEntryProto.newBuilder().setKey(KEY).setValue(gallery)));
  }
}
