package dev.stranger.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Explanation;
import dev.stranger.Range;
import dev.stranger.Reasons;
import dev.stranger.Reasons.Part;
import dev.stranger.Reconstruction;
import dev.stranger.Shape;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.table.Column;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ExplanationPageTest {

  private static final Shape IMAGE = Shape.image(1, 28, 28);

  @TempDir Path folder;

  @Test
  void thePageNeedsNothingElse() throws Exception {
    for (Shape shape : List.of(IMAGE, Shape.of(1, 140), Shape.of(6))) {
      Document page = page(shape, List.of());
      assertThat(elements(page, "script", "link", "iframe", "object", "embed", "a")).isEmpty();
      assertThat(elements(page, "img"))
          .allMatch(img -> img.getAttribute("src").startsWith("data:image/png;base64,"));
      assertThat(Files.readString(folder.resolve("index.html")))
          .doesNotContain("http:", "https:", "url(", "@import", "NaN");
    }
  }

  @Test
  void everySampleHasACardWithAllOfItsReasons() throws Exception {
    List<Element> cards = elements(page(IMAGE, List.of()), "article");
    List<Example> samples = samples(IMAGE);
    assertThat(cards).hasSameSizeAs(samples);
    for (int i = 0; i < cards.size(); i++) {
      assertThat(elements(cards.get(i), "b").get(0).getTextContent())
          .isEqualTo(samples.get(i).name());
      assertThat(elements(cards.get(i), "li"))
          .hasSameSizeAs(samples.get(i).explanation().reasons().parts());
      assertThat(elements(cards.get(i), "img")).hasSize(3);
    }
  }

  @Test
  void columnsAreShownByTheirNamesTheLargestDifferenceFirst() throws Exception {
    List<String> names = List.of("a", "b", "<c>", "d", "e", "f");
    List<Element> cards = elements(page(Shape.of(6), names), "article");
    List<Example> samples = samples(Shape.of(6));
    for (int i = 0; i < cards.size(); i++) {
      float[] residual = samples.get(i).explanation().reconstruction().residual();
      int largest =
          IntStream.range(0, 6).reduce((a, b) -> residual[b] > residual[a] ? b : a).orElseThrow();
      Element first = (Element) elements(cards.get(i), "tbody").get(0).getFirstChild();
      assertThat(first.getFirstChild().getTextContent()).isEqualTo(names.get(largest));
    }
  }

  @Test
  void gapsCategoriesAndTimesAreShownInWords() throws Exception {
    List<Column> columns =
        List.of(
            Column.number("size"),
            Column.category("colour", List.of("red", "blue")),
            Column.category("form", List.of("round")),
            Column.time("sold"));
    float[] row = {Float.NaN, 1, 1, 19_723.5f};
    float[] expected = {3, 0, 0, 19_724};
    Explanation why =
        new Explanation(
            new Reasons(List.of(new Part("score", 1))),
            Reconstruction.of(row, expected, List.of(), columns));
    Example example = new Example("0", row, samples(Shape.of(4)).get(0).verdict(), why);
    Explanations explanations =
        new Explanations("rows", "by x", Shape.of(4), Range.ANY, columns, List.of(example));
    assertThat(Files.readString(ExplanationPage.write(explanations, folder)))
        .contains("no value", "blue", "an unknown text", "2024-01-01 12:00")
        .doesNotContain("NaN");
  }

  @Test
  void aSampleStandsAloneWhereNothingWasExpected() throws Exception {
    for (Shape shape : List.of(IMAGE, Shape.of(2, 600), Shape.of(12))) {
      List<Example> alone = samples(shape).stream().map(ExplanationPageTest::alone).toList();
      Document page = page(shape, List.of(), alone);
      assertThat(page.getDocumentElement().getTextContent())
          .contains("Each sample as it is")
          .doesNotContain("expected series", "differ", "The bars", "NaN", " low");
      for (Element card : elements(page, "article")) {
        assertThat(elements(card, "li")).hasSize(1);
        assertThat(elements(card, "img")).hasSize(shape.rank() == 3 ? 1 : 0);
        assertThat(elements(card, "svg")).hasSize(shape.rank() == 2 ? 2 : 0);
        assertThat(elements(card, "tr")).hasSize(shape.rank() == 1 ? 12 : 0);
      }
    }
    String html = Files.readString(folder.resolve("index.html"));
    assertThat(html).contains("<th scope=\"row\">10</th>", "and 2 more");
  }

  /** As a classifier explains it: by one number, which is negative. */
  private static Example alone(Example example) {
    Reasons one = new Reasons(List.of(new Part("highest probability", -0.7)));
    return new Example(
        example.name(), example.sample(), example.verdict(), new Explanation(one, null));
  }

  private static List<Example> samples(Shape shape) {
    return GeneratedFindings.images().with(shape, Range.ANY).make().pictures().get(0).samples();
  }

  private Document page(Shape shape, List<String> columns) throws Exception {
    return page(shape, columns, samples(shape));
  }

  /** The page, read by a parser that forgives nothing. */
  private Document page(Shape shape, List<String> columns, List<Example> samples) throws Exception {
    Explanations explanations =
        new Explanations(
            "the <4> & more", "by x", shape, Range.ANY, Column.numbers(columns), samples);
    Path file = ExplanationPage.write(explanations, folder);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(Files.readAllBytes(file)));
  }

  private static List<Element> elements(Document page, String... tags) {
    return Stream.of(tags)
        .flatMap(tag -> elements(page.getDocumentElement(), tag).stream())
        .toList();
  }

  private static List<Element> elements(Element inside, String tag) {
    NodeList nodes = inside.getElementsByTagName(tag);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }
}
