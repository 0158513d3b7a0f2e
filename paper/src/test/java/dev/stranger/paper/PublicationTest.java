package dev.stranger.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stranger.DataException;
import dev.stranger.metric.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class PublicationTest {

  private static final Results RESULTS = new GeneratedResults(3).results();

  @TempDir private Path docs;
  private String page;

  @BeforeEach
  void write() throws IOException {
    page = Files.readString(Publication.write(RESULTS, GeneratedResults.figures(), docs));
  }

  @Test
  void thePageLinksEveryFileBesideItAndNoOther() throws IOException {
    List<String> linked =
        Pattern.compile("\\]\\((results/[^)]*)\\)")
            .matcher(page)
            .results()
            .map(match -> match.group(1))
            .toList();
    try (Stream<Path> files = Files.list(docs.resolve("results"))) {
      assertThat(files.map(file -> "results/" + file.getFileName()))
          .containsExactlyInAnyOrderElementsOf(linked)
          .contains(
              "results/results.csv",
              "results/curves.csv",
              "results/provenance.json",
              "results/densities-svhn.svg",
              "results/densities-same.svg",
              "results/curve-epochs-of-training.svg");
    }
  }

  @Test
  void picturesOfAnEarlierPageGoAndOtherFilesStay() throws IOException {
    Path folder = docs.resolve("results");
    Files.writeString(folder.resolve("curve-of-an-earlier-run.svg"), "<svg/>");
    Files.writeString(folder.resolve("sketch.svg"), "<svg/>");
    Publication.write(RESULTS, GeneratedResults.figures(), docs);
    assertThat(folder.resolve("curve-of-an-earlier-run.svg")).doesNotExist();
    assertThat(folder.resolve("sketch.svg")).exists();
    assertThat(folder.resolve("densities-svhn.svg")).exists();
  }

  @Test
  void aRunLosesNoRowAndNoPictureThatItDidNotMakeAgain() throws IOException {
    List<String> before = Files.readAllLines(file("results.csv"));
    String pageBefore = page;
    Result again = RESULTS.results().get(0);
    page = publish(later("2026-03-04T05:06:07Z"), measured(again, 12.5));
    List<String> after = Files.readAllLines(file("results.csv"));
    assertThat(after).hasSameSizeAs(before);
    assertThat(after.get(1)).contains(",12.5,").endsWith(",0.2.0");
    for (int i = 2; i < after.size(); i++) {
      assertThat(after.get(i))
          .isEqualTo(before.get(i).replaceFirst("0\\.1\\.0$", "\"0.1.0, 2026-01-02T03:04:05Z\""));
    }
    assertThat(page.lines().filter(line -> line.startsWith("#")))
        .containsExactlyElementsOf(
            pageBefore.lines().filter(line -> line.startsWith("#")).toList());
    thePageLinksEveryFileBesideItAndNoOther();
  }

  @Test
  void thePageSaysWhichRowsAreKeptFromWhichRun() throws IOException {
    assertThat(page).doesNotContain("kept from");
    Result again = RESULTS.results().get(0);
    publish(later("2026-03-04T05:06:07Z"), measured(again, 12.5));
    Result other = RESULTS.results().get(RESULTS.results().size() - 1);
    page = publish(later("2026-04-05T06:07:08Z"), measured(other, 3.5));
    assertThat(page.lines())
        .anyMatch(
            row ->
                row.startsWith("| 0.1.0, 2026-01-02T03:04:05Z | 1,600 | 3 |")
                    && row.contains("St-RKM kPCA error"))
        .anyMatch(
            row ->
                row.startsWith("| 0.2.0, 2026-03-04T05:06:07Z | ")
                    && row.contains(again.method().title()));
    JsonNode runs = new ObjectMapper().readTree(file("provenance.json").toFile());
    assertThat(runs.at("/time").asText()).isEqualTo("2026-04-05T06:07:08Z");
    assertThat(runs.at("/earlier").findValuesAsText("time"))
        .containsExactly("2026-03-04T05:06:07Z", "2026-01-02T03:04:05Z");
    assertThat(runs.at("/earlier/1/models/st-rkm/seeds").asText()).isEqualTo("0, 1, 2");
    assertThat(runs.at("/earlier/1/earlier").isMissingNode()).isTrue();
  }

  @Test
  void caveatsOfARunStayWithWhatIsKeptFromIt() throws IOException {
    Result again = RESULTS.results().get(0);
    publish(later("2026-03-04T05:06:07Z"), measured(again, 12.5));
    page = publish(later("2026-04-05T06:07:08Z"), measured(again, 3.5));
    for (String caveat : GeneratedResults.FACTS.caveats()) {
      assertThat(page.lines()).containsOnlyOnce("* " + caveat);
    }
  }

  @Test
  void picturesThatAreKeptNameTheirRunAndItsOtherEpochs() throws IOException {
    assertThat(page).doesNotContain("earlier run");
    Result again =
        RESULTS.results().stream()
            .filter(result -> result.method() == MethodName.KPCA_ERROR)
            .findFirst()
            .orElseThrow();
    publish(later("2026-03-04T05:06:07Z"), measured(again, 12.5));
    String kept = "* pictures kept from 0.1.0, 2026-01-02T03:04:05Z";
    page = publish(later("2026-04-05T06:07:08Z"), measured(again, 3.5));
    assertThat(page.lines()).contains(kept);
    assertThat(page).contains("whose models may differ from those of the table ([what was run]");
    page = publish(later("2026-05-06T07:08:09Z"), measured(again, 3.5, 30));
    assertThat(page.lines())
        .contains(kept + "; models that learned for other epochs there: St-RKM kPCA error 1,600");
  }

  @Test
  void resultsThatCannotBeReadAreNotWrittenOver() throws IOException {
    String foreign = Files.readString(file("results.csv")).replaceFirst("\ntable1,", "\ntable9,");
    Files.writeString(file("results.csv"), foreign);
    assertThatThrownBy(() -> Publication.write(RESULTS, GeneratedResults.figures(), docs))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("line 2 of")
        .hasMessageContaining("'table9' is no table");
    assertThat(file("results.csv")).hasContent(foreign);
  }

  private Path file(String name) {
    return docs.resolve("results").resolve(name);
  }

  private String publish(RunFacts facts, Result only) throws IOException {
    Results results = new Results(List.of(only), facts, Departure.ALL, RESULTS.notes(), "");
    Figures none = new Figures(List.of(), List.of(), List.of(), List.of());
    return Files.readString(Publication.write(results, none, docs));
  }

  private static RunFacts later(String time) {
    RunFacts facts = GeneratedResults.FACTS;
    return new RunFacts(
        "0.2.0",
        facts.command(),
        Map.of("figures", "false"),
        facts.device(),
        Instant.parse(time),
        facts.java(),
        facts.libtorch(),
        facts.data(),
        facts.files(),
        List.of("a later caveat"),
        facts.models());
  }

  private static Result measured(Result of, double value) {
    return measured(of, value, of.epochs());
  }

  private static Result measured(Result of, double value, int epochs) {
    return Result.of(
        of.table(),
        of.method(),
        of.in(),
        of.out(),
        of.metric(),
        Summary.of(value, value),
        epochs,
        of.device());
  }

  @Test
  void thePageOpensWithWhatWasFoundAndEndsWithTheModels() {
    List<String> headings =
        page.lines().filter(line -> line.startsWith("## ")).map(line -> line.substring(3)).toList();
    assertThat(headings)
        .startsWith("Where the published code departs from the paper", "How to read the tables")
        .endsWith("Notes", "What was run")
        .containsSubsequence(Stream.of(PaperTable.values()).map(PaperTable::title).toList());
    assertThat(page.substring(0, page.indexOf("## ")).lines().toList())
        .hasSizeLessThan(26)
        .anyMatch(line -> line.startsWith("* " + RESULTS.inShort()))
        .anyMatch(line -> line.startsWith("| St-RKM kPCA error"));
    assertThat(page.strip().lines().reduce((first, second) -> second).orElseThrow())
        .isEqualTo("| `st-rkm-10-epochs`: curves | 10 | 1 |");
  }

  @Test
  void everyTableHasAsManyCellsInEveryRow() {
    List<MatchResult> tables = Pattern.compile("(?m)(^\\|.*\\n)+").matcher(page).results().toList();
    assertThat(tables).hasSizeGreaterThan(10);
    for (MatchResult table : tables) {
      List<Integer> widths =
          table.group().lines().map(row -> row.split("(?<!\\\\)\\|", -1).length).toList();
      assertThat(widths).as(table.group()).containsOnly(widths.get(0));
    }
  }

  @Test
  void whatIsFarIsMarked() {
    Result far =
        RESULTS.results().stream()
            .filter(result -> result.isFar() && result.table() == PaperTable.TABLE1)
            .findFirst()
            .orElseThrow();
    assertThat(page)
        .contains(ResultTable.measured(far).text() + "\\*\u00a0" + ResultTable.measured(far).note())
        .contains(RESULTS.inShort());
  }

  @Test
  void whatIsFarStandsBesideWhatThePublishedCodeGives() {
    Result far = Differences.of(RESULTS).byCode().get(0);
    String asPublished = ResultTable.measured(RESULTS.asPublished(far).orElseThrow()).text();
    assertThat(page.substring(page.indexOf(Differences.BY_CODE)).lines())
        .anySatisfy(
            row ->
                assertThat(row)
                    .startsWith("| " + far.method().title())
                    .contains(SetTitle.of(far.out()), ResultTable.measured(far).text())
                    .containsPattern("\\| " + Pattern.quote(asPublished) + "[^|]*\\|$"));
  }

  @Test
  void picturesNeedNothingElseAndStandOnWhite() throws Exception {
    try (Stream<Path> files = Files.list(docs.resolve("results"))) {
      for (Path file : files.filter(name -> name.toString().endsWith(".svg")).toList()) {
        Document svg =
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(svg.getElementsByTagName("script").getLength()).isZero();
        assertThat(svg.getElementsByTagName("rect").item(0).getAttributes().getNamedItem("fill"))
            .hasToString("fill=\"#ffffff\"");
        assertThat(Files.readString(file)).doesNotContain("NaN", "var(", "href");
      }
    }
  }

  @Test
  void provenanceNamesModelsSeedsAndSums() throws IOException {
    JsonNode json =
        new ObjectMapper().readTree(docs.resolve("results").resolve("provenance.json").toFile());
    assertThat(json.at("/models/st-rkm/seeds").asText()).isEqualTo("0, 1, 2");
    assertThat(json.at("/models/st-rkm/epochs").asText()).isEqualTo("1600");
    assertThat(json.at("/files/mnist~1t10k-images-idx3-ubyte.gz").asText()).startsWith("8d42");
    assertThat(json.at("/time").asText()).isEqualTo("2026-01-02T03:04:05Z");
  }
}
