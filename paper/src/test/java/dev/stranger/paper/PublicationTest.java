package dev.stranger.paper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        .contains(FigureText.measured(far).mean() + "\\*\u00a0" + FigureText.measured(far).std())
        .contains(RESULTS.inShort());
  }

  @Test
  void whatIsFarStandsBesideWhatThePublishedCodeGives() {
    Result far =
        RESULTS.ofStRkm().stream()
            .filter(result -> result.isFar() && result.method() == MethodName.FULL_ENERGY)
            .findFirst()
            .orElseThrow();
    String asPublished = FigureText.measured(RESULTS.asPublished(far).orElseThrow()).mean();
    assertThat(page.substring(page.indexOf("scored as published")).lines())
        .anySatisfy(
            row ->
                assertThat(row)
                    .startsWith("| " + far.method().title())
                    .contains(SetTitle.of(far.out()), FigureText.measured(far).mean())
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

  @Test
  void nothingInATextIsTakenForMarkdown() {
    assertThat(Markdown.plain("a*b_c|d[e]<f>`\\")).isEqualTo("a\\*b\\_c\\|d\\[e\\]\\<f\\>\\`\\\\");
    assertThat(Markdown.code("--methods a|b")).isEqualTo("`--methods a\\|b`");
  }
}
