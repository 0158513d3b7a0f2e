package dev.stranger.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ChartTest {

  private static final Axis UNIT = new Axis("x", LinearScale.of(0, 1));

  @Test
  void whatLiesOutsideOfTheAxesIsDrawnAtTheirEnds() {
    double[] x = {-9, 0, 0.5, 1, Double.POSITIVE_INFINITY};
    double[] y = {7, -7, 0.5, Double.NEGATIVE_INFINITY, 1};
    String svg =
        new Chart("t", UNIT, UNIT)
            .line(x, y, Ink.of(0))
            .area(x, y, x, Ink.NORMAL)
            .dot(5, 5, Ink.NORMAL)
            .rule(-3, "r")
            .drawing()
            .toSvg()
            .toString();
    assertThat(svg).doesNotContain("NaN", "Infinity");
    Matcher corners = Pattern.compile("[ML](-?[\\d.]+) (-?[\\d.]+)").matcher(svg);
    assertThat(corners.results())
        .isNotEmpty()
        .allMatch(corner -> Double.parseDouble(corner.group(1)) <= 400)
        .allMatch(corner -> Double.parseDouble(corner.group(2)) >= 0);
  }

  @Test
  void everyLineOfAManyHasItsOwnLook() {
    assertThat(Arrays.asList(looks(30))).doesNotHaveDuplicates();
    assertThat(Ink.of(3).letter()).isEqualTo("D");
  }

  private static String[] looks(int count) {
    String[] looks = new String[count];
    Arrays.setAll(looks, i -> Ink.of(i).style() + "/" + Ink.of(i).dash());
    return looks;
  }

  @Test
  void aLineKeepsOnlyCornersThatShow() {
    double[] x = {0, 1, 2, 3, 4, 5};
    assertThat(new Path().through(x, new double[] {0, 1, 2, 3, 4, 5}).toString())
        .isEqualTo("M0 0L5 5");
    assertThat(new Path().through(x, new double[] {0, 0, 0, 9, 0, 0}).toString())
        .isEqualTo("M0 0L2 0L3 9L4 0L5 0");
    assertThat(new Path().through(new double[] {0, 5, 0}, new double[] {0, 0, 0}).toString())
        .isEqualTo("M0 0L5 0L0 0");
  }

  @Test
  void aHillMuchHigherThanItsPairIsCutOffAtFourTimesTheOther() {
    double[] high = {0, 100, 0};
    double[] low = {0, 1, 0};
    double[] none = {0, 0, 0};
    assertThat(heights(high, low)).containsExactly(72.0, 18.0);
    assertThat(heights(low, high)).containsExactly(18.0, 72.0);
    assertThat(heights(new double[] {0, 2, 0}, low)).containsExactly(72.0, 36.0);
    assertThat(heights(high, none)).containsExactly(72.0, 0.0);
    assertThat(heights(none, none)).containsExactly(0.0, 0.0);
  }

  /** Of both hills, in units of the drawing; its ground lies at 76. */
  private static List<Double> heights(double[] first, double[] second) {
    String svg = HillPair.of("t", UNIT.scale(), first, second).toSvg().toString();
    return Pattern.compile("class=\"(?:ghost|hill)[^>]* d=\"([^\"]*)\"")
        .matcher(svg)
        .results()
        .map(hill -> Pattern.compile("[ML][\\d.]+ ([\\d.]+)").matcher(hill.group(1)))
        .map(corners -> corners.results().mapToDouble(c -> Double.parseDouble(c.group(1))))
        .map(ys -> 76 - ys.min().orElseThrow())
        .toList();
  }

  @Test
  void aPictureHasRoomForAllItsDrawings() {
    Drawing drawing = HillPair.of("t", UNIT.scale(), new double[] {0, 1}, new double[] {1, 0});
    Picture picture = new Picture("many", 3, HillPair.WIDTH, HillPair.HEIGHT);
    for (int i = 0; i < 4; i++) {
      picture.add("number " + i, drawing);
    }
    String svg = picture.toSvg().toString();
    assertThat(svg)
        .contains("width=\"844\" height=\"276\"", "number 3")
        .contains("<svg x=\"572\" y=\"34\"", "<svg x=\"12\" y=\"170\"");
  }

  @Test
  void aPictureInPixelsHasTheSizeAndColoursOfTheSvg() {
    double[] x = {0, 1};
    Chart chart = new Chart("t", UNIT, UNIT, 300, 200);
    for (int i = 0; i < 6; i++) {
      chart.line(x, new double[] {i / 6.0, i / 6.0}, new Ink("c" + i, "", ""));
    }
    BufferedImage image = Picture.of("six lines", chart.drawing()).toImage(2);
    assertThat(Picture.of("six lines", chart.drawing()).toSvg().toString())
        .contains(
            "width=\"%d\" height=\"%d\"".formatted(image.getWidth() / 2, image.getHeight() / 2));
    assertThat(colours(image))
        .contains(0xffffff, 0x0072b2, 0xd55e00, 0x00875f, 0xb8558c, 0xb07800, 0x2a92cf);
  }

  private static Set<Integer> colours(BufferedImage image) {
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    return Arrays.stream(pixels).mapToObj(pixel -> pixel & 0xffffff).collect(Collectors.toSet());
  }

  @Test
  void markupIsEscaped() {
    String text = new Markup().element("p", "a<b>&\"'\u0001", "title", "\"><x").toString();
    assertThat(text).isEqualTo("<p title=\"&quot;&gt;&lt;x\">a&lt;b&gt;&amp;&quot;&#39;\uFFFD</p>");
  }

  @Test
  void namesThatAreTooLongKeepBothEnds() {
    assertThat(TextWidth.fit("short", 10, 100)).isEqualTo("short");
    String fitted = TextWidth.fit("fashion-mnist:test,rotated,seed=7", 10, 100);
    assertThat(fitted).startsWith("fashion").contains("…").endsWith("=7");
    assertThat(TextWidth.of(fitted, 10)).isLessThanOrEqualTo(100);
  }
}
