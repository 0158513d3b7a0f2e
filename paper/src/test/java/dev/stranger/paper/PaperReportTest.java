package dev.stranger.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.stranger.Shape;
import dev.stranger.paper.CurveFigure.Line;
import dev.stranger.paper.CurveFigure.Spacing;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PaperReportTest {

  private static final Results RESULTS = new GeneratedResults(3).results();
  private static final Figures FIGURES = GeneratedResults.figures();

  @TempDir Path folder;

  @Test
  void everySectionIsOnThePageAndEveryLinkLeadsToOne() throws Exception {
    Document page = page(RESULTS, FIGURES);
    List<String> sections =
        elements(page, "section").stream().map(section -> section.getAttribute("id")).toList();
    assertThat(elements(page, "a"))
        .extracting(link -> link.getAttribute("href").substring(1))
        .containsExactlyElementsOf(sections)
        .containsExactly(
            "summary",
            "table1",
            "table2",
            "table3",
            "mmd",
            "same",
            "photos",
            "differences",
            "densities",
            "same-densities",
            "flagged",
            "curves",
            "departures",
            "provenance");
  }

  @Test
  void whatWasNotMeasuredIsLeftOut() throws Exception {
    List<Result> some =
        RESULTS.results().stream().filter(r -> r.table() == PaperTable.TABLE3).toList();
    Results few = new Results(some, GeneratedResults.FACTS, List.of(), List.of(), "");
    assertThat(elements(page(few, Figures.NONE), "section"))
        .extracting(section -> section.getAttribute("id"))
        .containsExactly("summary", "table3", "differences", "provenance");
  }

  @Test
  void aRunThatIsNotComparableSaysSoFirst() throws Exception {
    String banner = "NOT COMPARABLE WITH THE PAPER";
    Results quick =
        new Results(RESULTS.results(), GeneratedResults.FACTS, List.of(), List.of(), banner);
    Element first = elements(page(quick, Figures.NONE), "section").get(0);
    assertThat(elements(first, "p").get(0).getTextContent()).isEqualTo(banner);
    assertThat(json().get("banner").asText()).isEqualTo(banner);
    assertThat(Files.readString(Publication.write(quick, Figures.NONE, folder)))
        .startsWith("# The paper, measured\n\n> **" + banner + "**\n");
    StringWriter text = new StringWriter();
    ResultTables.print(quick, new PrintWriter(text));
    assertThat(text.toString().strip()).startsWith(banner).endsWith(banner);
    page(RESULTS, Figures.NONE);
    assertThat(json().has("banner")).isFalse();
    assertThat(html()).doesNotContain("class=\"banner\"");
  }

  @Test
  void thePageNeedsNothingElse() throws Exception {
    Document page = page(RESULTS, FIGURES);
    for (String tag : List.of("script", "link", "iframe", "object", "embed")) {
      assertThat(elements(page, tag)).as(tag).isEmpty();
    }
    assertThat(elements(page, "img"))
        .hasSize(10 + 7 + 20)
        .allMatch(img -> img.getAttribute("src").startsWith("data:image/png;base64,"));
    assertThat(html()).doesNotContain("http:", "https:", "url(", "@import", "NaN", "Infinity");
  }

  @Test
  void everyTableHasARowForEachMethodAndAsManyCellsInEveryRow() throws Exception {
    List<Element> tables =
        elements(page(RESULTS, FIGURES), "table").stream()
            .filter(table -> table.getAttribute("class").contains("pairs"))
            .toList();
    assertThat(tables).hasSize(4 + 4 + 2 + 4 + 1 + 1);
    for (Element table : tables) {
      List<Integer> widths = elements(table, "tr").stream().map(PaperReportTest::width).toList();
      assertThat(widths).hasSize(2 + MethodName.values().length).containsOnly(widths.get(0));
    }
  }

  private static int width(Element row) {
    return elements(row, "*").stream()
        .filter(cell -> cell.getParentNode() == row)
        .map(cell -> cell.getAttribute("colspan"))
        .mapToInt(span -> span.isEmpty() ? 1 : Integer.parseInt(span))
        .sum();
  }

  @Test
  void exactlyWhatIsFarIsMarked() throws Exception {
    long far = RESULTS.results().stream().filter(Result::isFar).count();
    assertThat(far).isPositive();
    Differences again = Differences.of(RESULTS);
    assertThat(elements(page(RESULTS, FIGURES), "td"))
        .filteredOn(cell -> cell.getTextContent().startsWith("* "))
        .hasSize((int) far + again.left().size() + again.byCode().size())
        .allMatch(cell -> cell.getAttribute("class").endsWith("far"));
  }

  @Test
  void everyMethodAndEveryDepartureIsNamed() throws Exception {
    Document page = page(RESULTS, FIGURES);
    String text = page.getDocumentElement().getTextContent();
    for (MethodName method : MethodName.values()) {
      assertThat(text).contains(method.title(), method.about());
    }
    assertThat(text).contains(Departure.ALL.stream().map(Departure::code).toList());
    assertThat(text)
        .contains(RESULTS.notes())
        .contains(
            GeneratedResults.FACTS.command(), GeneratedResults.FACTS.data().get("mnist:test"));
  }

  @Test
  void everyPanelSaysWhatItShows() throws Exception {
    assertThat(elements(page(RESULTS, FIGURES), "svg"))
        .hasSize(5 * MethodName.values().length + 3)
        .allMatch(svg -> svg.getElementsByTagName("title").getLength() == 1)
        .extracting(svg -> svg.getAttribute("aria-label"))
        .contains("GAN (Skvara 2018), CIFAR-10", "Epochs of training");
  }

  @Test
  void theTableForProgramsHasExactlyTheseColumns() throws Exception {
    page(RESULTS, Figures.NONE);
    List<String> lines = Files.readAllLines(folder.resolve("results.csv"));
    assertThat(lines.get(0))
        .isEqualTo(
            "table,method,in,out,metric,mean,std,seeds,epochs,published_mean,published_std,device,version");
    assertThat(lines).hasSize(1 + RESULTS.results().size());
    List<NamedCsvRecord> read = csv();
    for (int i = 0; i < read.size(); i++) {
      Result result = RESULTS.results().get(i);
      assertThat(read.get(i).getField("method")).isEqualTo(result.method().key());
      assertThat(Double.parseDouble(read.get(i).getField("mean")))
          .isEqualTo(result.measured().mean());
    }
  }

  @Test
  void curvesAreATableOfTheirPointsToo() throws Exception {
    page(RESULTS, FIGURES);
    long points =
        FIGURES.curves().stream()
            .flatMap(figure -> figure.lines().stream())
            .mapToLong(line -> line.x().length)
            .sum();
    List<String> lines = Files.readAllLines(folder.resolve("curves.csv"));
    assertThat(lines.get(0)).isEqualTo("figure,line,x,y,std");
    assertThat(lines).hasSize(1 + (int) points);
  }

  @Test
  void oneSeedLeavesTheDeviationEmpty() throws Exception {
    page(new GeneratedResults(1).results(), Figures.NONE);
    assertThat(csv()).allMatch(line -> line.getField("std").isEmpty());
    assertThat(json().get("results")).noneMatch(result -> result.has("std"));
  }

  @Test
  void theJsonHoldsTheSameRowsAndWhereTheyComeFrom() throws Exception {
    page(RESULTS, Figures.NONE);
    JsonNode json = json();
    assertThat(json.get("results")).hasSameSizeAs(RESULTS.results());
    assertThat(json.get("departures")).hasSameSizeAs(Departure.ALL);
    assertThat(json.at("/departures/9/topic").asText()).isEqualTo(Departure.ALL.get(9).topic());
    assertThat(json.at("/notes/0").asText()).isEqualTo(RESULTS.notes().get(0));
    assertThat(json.at("/provenance/options/epochs").asText()).isEqualTo("3");
    assertThat(json.at("/provenance/data/mnist:test").asText()).startsWith("2c26b46b");
    for (int i = 0; i < RESULTS.results().size(); i++) {
      Result result = RESULTS.results().get(i);
      JsonNode read = json.get("results").get(i);
      assertThat(read.get("mean").asDouble()).isEqualTo(result.measured().mean());
      assertThat(read.has("published_mean")).isEqualTo(result.published() != null);
      assertThat(read.path("far").asBoolean()).isEqualTo(result.isFar());
    }
  }

  @Test
  void figuresThatCannotBeDrawnAreRefused() {
    assertThatThrownBy(() -> new FlaggedSamples("ecg5000", Shape.of(1, 140), List.of()))
        .hasMessage("samples of ecg5000 are 1x140, no images");
    double[] x = {0, 1};
    Line line = new Line("a", x, x, new double[0]);
    assertThatThrownBy(() -> new CurveFigure("t", "x", Spacing.LOG, "y", List.of(line)))
        .hasMessage("'t' has a logarithmic axis, which cannot show 0.0");
    assertThatThrownBy(() -> new Line("a", x, new double[] {1}, new double[0]))
        .hasMessage("line 'a' has 2 places, 1 means and 0 deviations");
    assertThatThrownBy(() -> new Line("a", x, new double[] {1, Double.NaN}, new double[0]))
        .hasMessageContaining("not finite: [1.0, NaN]");
  }

  @Test
  void aCurveOfOnePointIsDrawn() throws Exception {
    double[] one = {5};
    List<Line> lines = List.of(new Line("a", one, one, new double[0]));
    List<CurveFigure> curves =
        Arrays.stream(Spacing.values())
            .map(spacing -> new CurveFigure(spacing.name(), "x", spacing, "y", lines))
            .toList();
    page(RESULTS, new Figures(List.of(), List.of(), List.of(), curves));
    assertThat(html()).contains("LINEAR", "LOG").doesNotContain("NaN");
  }

  /** The page, read by a parser that forgives nothing. */
  private Document page(Results results, Figures figures) throws Exception {
    Path page = PaperReport.write(results, figures, folder);
    assertThat(page).isEqualTo(folder.resolve("index.html"));
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(page.toFile());
  }

  private static List<Element> elements(Document page, String tag) {
    return elements(page.getDocumentElement(), tag);
  }

  private static List<Element> elements(Element parent, String tag) {
    NodeList nodes = parent.getElementsByTagName(tag);
    Element[] elements = new Element[nodes.getLength()];
    Arrays.setAll(elements, i -> (Element) nodes.item(i));
    return List.of(elements);
  }

  private String html() throws IOException {
    return Files.readString(folder.resolve("index.html"));
  }

  private List<NamedCsvRecord> csv() throws IOException {
    try (CsvReader<NamedCsvRecord> csv =
        CsvReader.builder().ofNamedCsvRecord(folder.resolve("results.csv"))) {
      return csv.stream().toList();
    }
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("results.json").toFile());
  }
}
