package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Range;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Spelling;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What programs have is judged as the same thing in a file; see also {@link FormatOneTest}. */
class SamplePreparationTest {

  private static final String WEBP =
      "UklGRnoAAABXRUJQVlA4TG0AAAAvD8ACAH8gEEjaH3oNAUGR/6MNyvwHDhNIDEMiGBLDgFEAII2yaQNJgFqAURIbnA1W"
          + "gfU9O0T0X23aBsxup7yBFg90rXL9UpPLAxqVOLPxgaZFhm9k8cYbdq4y1P7wi6Trdv7kaJXpFtqLPD8uAA==";

  private static final Detector PICTURES = FormatOne.open("picture.onnx");
  private static final Detector TABLE = FormatOne.open("table.onnx");

  @AfterAll
  static void close() {
    PICTURES.close();
    TABLE.close();
  }

  @Test
  void aPictureIsTheSameAsBytesAsAStreamAndDecoded() throws IOException {
    for (Map<String, String> verdict : FormatOne.rows("picture-verdicts.csv")) {
      byte[] bytes = FormatOne.bytes("pictures/" + verdict.get("sample"));
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(bytes));
      FormatOne.assertSame(PICTURES.judge(bytes), verdict);
      FormatOne.assertSame(PICTURES.judge(new ByteArrayInputStream(bytes)), verdict);
      FormatOne.assertSame(PICTURES.judge(image), verdict);
    }
  }

  @Test
  void picturesAreJudgedAlikeOnSixteenThreads() {
    byte[] photo = FormatOne.bytes("pictures/photo.jpg");
    Verdict alone = PICTURES.judge(photo);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<CompletableFuture<Verdict>> verdicts =
          Stream.generate(() -> CompletableFuture.supplyAsync(() -> PICTURES.judge(photo), threads))
              .limit(200)
              .toList();
      assertThat(verdicts).extracting(CompletableFuture::join).containsOnly(alone);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void preparedPicturesAreJudgedInABatch() {
    byte[] small = FormatOne.bytes("pictures/small.png");
    byte[] stripes = FormatOne.bytes("pictures/stripes.png");
    SamplePreparation preparation = PICTURES.preparation();
    float[] both = Arrays.copyOf(preparation.picture(small), 2 * PICTURES.shape().size());
    System.arraycopy(preparation.picture(stripes), 0, both, both.length / 2, both.length / 2);
    List<Verdict> verdicts = PICTURES.judge(both, 2);
    assertThat(verdicts).extracting(Verdict::ood).containsExactly(false, true);
  }

  @Test
  void whatIsNoPictureIsRefusedInOneLine() {
    assertThatThrownBy(() -> PICTURES.judge(new byte[] {1, 2, 3}))
        .isInstanceOf(DataException.class)
        .hasMessage("the picture is not a picture; remove or replace it");
    byte[] photo = FormatOne.bytes("pictures/photo.jpg");
    assertThatThrownBy(() -> PICTURES.judge(Arrays.copyOf(photo, photo.length / 2)))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("the picture cannot be decoded (its data ends too early)");
  }

  @Test
  void webPNeedsAJarThatTheMessageNames() {
    byte[] webp = Base64.getDecoder().decode(WEBP);
    assertThatThrownBy(() -> PICTURES.judge(webp))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("the picture is WebP")
        .hasMessageContaining("stranger-data");
  }

  @Test
  void numbersAndTheirTextAreTheSameRow() {
    Verdict verdict = TABLE.judge(new float[] {20.1f, 10.2f, 1003});
    assertThat(TABLE.judge(Map.of("temperature", 20.1, "pressure", 10.2f, "speed", 1003)))
        .isEqualTo(verdict);
    assertThat(
            TABLE.judge(
                Map.of(
                    "speed",
                    new BigDecimal("1003"),
                    "pressure",
                    " 10.2 ",
                    "temperature",
                    "2.01e1")))
        .isEqualTo(verdict);
  }

  @Test
  void aColumnThatIsNoNumberIsNamed() {
    for (Object gap : new Object[] {null, "", "NA", Double.NaN}) {
      assertRefused("pressure", gap, "sample 0 has the value NaN at position 1");
    }
    assertRefused("pressure", "1f", "the row has '1f' in column 'pressure'");
    assertRefused("pressure", true, "the row has 'true' in column 'pressure'");
    assertRefused("pressure", 1e300, "the row has '1.0E300' in column 'pressure'");
  }

  @Test
  void otherColumnsAreIgnored() {
    Map<String, Number> row = Map.of("temperature", 20, "pressure", 10, "speed", 1000);
    Map<String, Object> more = new HashMap<>(row);
    more.put("order", "A-17");
    assertThat(TABLE.judge(more)).isEqualTo(TABLE.judge(row));
  }

  @Test
  void aColumnThatIsNotGivenIsNoGap() {
    assertThatThrownBy(
            () -> TABLE.judge(new TreeMap<>(Map.of("Pressure", 20, "speed", 1, "temperature", 7))))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "the row has no column 'pressure', which the detector needs; its columns are"
                + " [Pressure, speed, temperature]; give null if it is a gap");
  }

  @Test
  void textTimesAndGapsBecomeTheNumbersOfTheirColumns() {
    List<Column> columns =
        List.of(
            Column.number("price").with(Spelling.COMMA),
            Column.category("kind", List.of("new", "true", "3")),
            Column.time("day"));
    SamplePreparation preparation =
        new SamplePreparation(
            Metadata.of(Shape.of(3), Range.ANY).columns(columns).energies(List.of("e")).build());
    assertThat(preparation.row(Map.of("price", "1,5", "kind", "new", "day", "1970-01-03")))
        .containsExactly(1.5f, 0, 2);
    assertThat(preparation.row(Map.of("price", 2, "kind", true, "day", LocalDate.of(1970, 1, 2))))
        .containsExactly(2, 1, 1);
    assertThat(preparation.row(Map.of("price", 2, "kind", 3.0, "day", Instant.EPOCH)))
        .containsExactly(2, 2, 0);
    Map<String, Object> gaps = new HashMap<>(Map.of("price", "-", "kind", "old"));
    gaps.put("day", null);
    assertThat(preparation.row(gaps)).containsExactly(Float.NaN, 3, Float.NaN);
    assertThatThrownBy(() -> preparation.row(Map.of("price", 2, "kind", "new", "day", 19_000)))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("the row has '19000' in column 'day', not a date such as");
  }

  private static void assertRefused(String column, Object value, String message) {
    Map<String, Object> row = new HashMap<>(Map.of("temperature", 20, "pressure", 10, "speed", 1));
    row.put(column, value);
    assertThatThrownBy(() -> TABLE.judge(row))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aDetectorRefusesWhatItWasNotMadeFor() {
    assertThatThrownBy(() -> TABLE.judge(FormatOne.bytes("pictures/small.png")))
        .isInstanceOf(RequestException.class)
        .hasMessage("the detector judges samples of 3, no pictures; give it their values");
    assertThatThrownBy(() -> PICTURES.judge(Map.of("a", 1)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("3x8x8 and has no names");
  }
}
