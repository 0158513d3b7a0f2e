package dev.stranger.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.evaluate.Evaluation.Row;
import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.ScoreKind;
import dev.stranger.evaluate.ScoredSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.DefaultLocale;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ReportTest {

  private static final String EVIL = "<script>x</script> & \"q\" 'a', ]]> \\ ü";
  private static final GeneratedFindings IMAGES = GeneratedFindings.images();

  @TempDir Path folder;

  @Test
  void thePageNeedsNothingElse() throws Exception {
    Document page = page(IMAGES.make());
    for (String tag : List.of("script", "link", "iframe", "object", "embed")) {
      assertThat(elements(page, tag)).as(tag).isEmpty();
    }
    assertThat(elements(page, "img"))
        .isNotEmpty()
        .allMatch(img -> img.getAttribute("src").startsWith("data:image/png;base64,"));
    assertThat(elements(page, "a")).allMatch(link -> link.getAttribute("href").startsWith("#"));
    assertThat(html()).doesNotContain("http:", "https:", "url(", "@import");
  }

  @Test
  void everyLinkOfThePageLeadsToAPart() throws Exception {
    Document page = page(IMAGES.make());
    List<String> parts = elements(page, "section").stream().map(e -> e.getAttribute("id")).toList();
    assertThat(elements(page, "a"))
        .extracting(link -> link.getAttribute("href").substring(1))
        .containsExactlyElementsOf(parts)
        .containsExactly(
            "verdict",
            "metrics",
            "scores",
            "curves",
            "samples",
            "calibration",
            "training",
            "provenance");
  }

  @Test
  @DefaultLocale("ar-EG")
  void filesAreTheSameInEveryLanguage() throws Exception {
    Report.write(IMAGES.withDetectors(3).make(), folder);
    for (String file : Report.FILES) {
      assertThat(Files.readString(folder.resolve(file)))
          .as(file)
          .doesNotContainPattern("[\u0660-\u0669]");
    }
  }

  @Test
  void everySetAndEveryScoreIsOnThePage() throws Exception {
    Findings findings = IMAGES.make();
    Document page = page(findings);
    List<String> heads = elements(page, "h3").stream().map(Element::getTextContent).toList();
    List<String> figures =
        elements(page, "figcaption").stream().map(Element::getTextContent).toList();
    for (String set : findings.evaluation().strangers()) {
      assertThat(heads)
          .contains(set, "garments:test against " + set, "The least strange of " + set);
    }
    for (ScoreKind kind : findings.normal().kinds()) {
      assertThat(figures).contains(kind.title());
    }
    assertThat(elements(page, "tbody").get(0).getElementsByTagName("tr").getLength())
        .isEqualTo(findings.normal().kinds().size());
  }

  @Test
  void everyDrawingHasATitle() throws Exception {
    assertThat(elements(page(IMAGES.make()), "svg"))
        .hasSizeGreaterThan(10)
        .allMatch(svg -> svg.getAttribute("role").equals("img"))
        .allMatch(svg -> svg.getElementsByTagName("title").getLength() == 1);
  }

  @Test
  void namesMayHoldAnything() throws Exception {
    Findings findings = IMAGES.withStrangers(EVIL, "b").make();
    Document page = page(findings);
    assertThat(elements(page, "script")).isEmpty();
    assertThat(elements(page, "h3")).extracting(Element::getTextContent).contains(EVIL);
    assertThat(csv().get(0).getField("strangers")).isEqualTo(EVIL);
    assertThat(json().get("strangers").get(0).get("set").asText()).isEqualTo(EVIL);
    assertThat(page.getDocumentElement().getTextContent()).contains("garments <&> \"co\"");
  }

  @Test
  void theTableForProgramsHoldsTheVeryNumbers() throws Exception {
    Findings findings = IMAGES.withDetectors(3).make();
    page(findings);
    List<NamedCsvRecord> lines = csv();
    int line = 0;
    for (Row row : findings.evaluation().rows()) {
      for (int run = 0; run < 3; run++) {
        NamedCsvRecord read = lines.get(line++);
        assertThat(read.getField("score")).isEqualTo(row.kind().key());
        assertThat(read.getField("detector")).isEqualTo("seed" + run + ".onnx");
        for (Metric metric : Metric.values()) {
          assertThat(Double.parseDouble(read.getField(metric.key())))
              .isEqualTo(metric.value().applyAsDouble(row.runs().get(run)));
        }
      }
    }
    assertThat(lines).hasSize(line);
  }

  @Test
  void theJsonSaysWhatThePageSays() throws Exception {
    Findings findings = IMAGES.withDetectors(2).make();
    page(findings);
    JsonNode json = json();
    JsonNode normal = json.get("normal");
    assertThat(normal.get("flagged").asDouble())
        .isEqualTo(findings.normal().flagged(findings.guarantee().threshold()))
        .isBetween(normal.get("band_low").asDouble(), normal.get("band_high").asDouble());
    JsonNode auroc = json.at("/strangers/1/scores/2/auroc");
    Row row = findings.evaluation().row("sprites", findings.normal().kinds().get(2));
    assertThat(auroc.get("mean").asDouble())
        .isEqualTo(row.summary(Metric.AUROC.value()).mean())
        .isBetween(auroc.get("low").asDouble(), auroc.get("high").asDouble());
    assertThat(auroc.get("runs")).hasSize(2);
    assertThat(json.at("/card/training/seed").asInt()).isEqualTo(7);
  }

  @Test
  void oneDetectorHasNoIntervals() throws Exception {
    page(IMAGES.make());
    assertThat(html()).doesNotContain("±", "Several detectors");
    assertThat(json().at("/strangers/0/scores/0/auroc").fieldNames())
        .toIterable()
        .containsExactly("mean");
    page(IMAGES.withDetectors(4).make());
    assertThat(html()).contains("±", "means over 4 detectors", "Several detectors");
  }

  @Test
  void nothingIsNotANumber() throws Exception {
    for (Shape shape : List.of(Shape.image(3, 9, 200), Shape.of(2, 700), Shape.of(30))) {
      page(IMAGES.with(shape, Range.ANY).withSamples(5).make());
      for (String file : List.of("index.html", "metrics.csv", "metrics.json")) {
        assertThat(Files.readString(folder.resolve(file))).doesNotContain("NaN", "Infinity");
      }
    }
  }

  @Test
  void samplesAreShownAsWhatTheyAre() throws Exception {
    assertThat(elements(page(IMAGES.make()), "img")).hasSize(5 * 4 * 3);
    Document series = page(IMAGES.with(Shape.of(5, 700), Range.ANY).make());
    assertThat(elements(series, "img")).isEmpty();
    assertThat(elements(series, "article")).hasSize(5 * 4);
    assertThat(elements(series, "article"))
        .allMatch(article -> article.getElementsByTagName("svg").getLength() == 3);
    Document table = page(IMAGES.with(Shape.of(30), Range.ANY).make());
    assertThat(elements(table, "article"))
        .allMatch(article -> article.getElementsByTagName("tr").getLength() == 6);
  }

  /** The generated statistics with an odd place are low. */
  @Test
  void onlyLowStatisticsAreCalledSo() throws Exception {
    assertThat(elements(page(IMAGES.make()), "em"))
        .isNotEmpty()
        .allMatch(em -> em.getTextContent().equals(" low"))
        .extracting(em -> em.getParentNode().getFirstChild().getTextContent())
        .containsOnly("energy of the sample", "length within the subspace");
  }

  @Test
  void aPageCanDoWithoutSamplesAndWithoutACard() throws Exception {
    Findings none = IMAGES.withPictures(0).make();
    Findings bare = none.toBuilder().card("no card {").build();
    Document page = page(bare);
    assertThat(elements(page, "section"))
        .extracting(section -> section.getAttribute("id"))
        .doesNotContain("samples", "training")
        .contains("provenance");
    assertThat(json().get("card").asText()).isEqualTo("no card {");
  }

  @Test
  void manySamplesTakeNoMoreThanAFewPasses() {
    Findings small = IMAGES.withPictures(0).make();
    Random random = new Random(1);
    double[] scores = random.doubles(737_280).map(v -> 1 / (v + 1e-6)).toArray();
    List<ScoredSet> large = new ArrayList<>();
    for (ScoredSet set : small.strangers()) {
      List<double[]> all = set.kinds().stream().map(kind -> scores).toList();
      large.add(new ScoredSet(set.name(), set.kinds(), all, new float[scores.length]));
    }
    Findings findings = small.toBuilder().strangers(large).build();
    // A pass over all pairs of one kind of score alone would take many minutes.
    assertTimeout(Duration.ofSeconds(20), () -> Report.write(findings, folder));
  }

  @Test
  void anEvaluationOfOtherDetectorsIsRefused() {
    Findings findings = IMAGES.make();
    Findings wrong = findings.toBuilder().detectors(List.of("a", "b")).build();
    assertThatThrownBy(() -> Report.write(wrong, folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 detectors, but an evaluation of 1");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void findingsMayLackPicturesButNoScores() {
    Findings.Builder none = Findings.builder();
    assertThatThrownBy(none::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("findings need detectors");
    assertThat(IMAGES.make().toBuilder().pictures(List.of()).build().pictures()).isEmpty();
  }

  /** The page, read by a parser that forgives nothing. */
  private Document page(Findings findings) throws Exception {
    Path page = Report.write(findings, folder);
    assertThat(page).isEqualTo(folder.resolve("index.html"));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(Files.readAllBytes(page)));
  }

  private static List<Element> elements(Document page, String tag) {
    NodeList nodes = page.getElementsByTagName(tag);
    Element[] elements = new Element[nodes.getLength()];
    Arrays.setAll(elements, i -> (Element) nodes.item(i));
    return List.of(elements);
  }

  private String html() throws IOException {
    return Files.readString(folder.resolve("index.html"), UTF_8);
  }

  private List<NamedCsvRecord> csv() throws IOException {
    try (CsvReader<NamedCsvRecord> csv =
        CsvReader.builder().ofNamedCsvRecord(folder.resolve("metrics.csv"))) {
      return csv.stream().toList();
    }
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("metrics.json").toFile());
  }
}
