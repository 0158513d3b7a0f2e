package dev.stranger.report;

import dev.stranger.Range;
import dev.stranger.Reconstruction;
import dev.stranger.Shape;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.svg.Markup;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An image and, where there is one, its reconstruction and where they differ, or a map of where it
 * is strange.
 *
 * @param largest the difference that gets the brightest colour; one for all, so that heat maps can
 *     be compared
 * @param strange the same for maps: from the least strange pixel of all to the strangest
 */
record ImageView(Shape shape, Range range, double largest, Range strange) implements SampleView {

  static ImageView of(Shape shape, Range range, List<Example> all) {
    double largest =
        all.stream()
            .map(example -> example.explanation().reconstruction())
            .filter(Objects::nonNull)
            .mapToDouble(made -> residual(shape, made).largestDifference())
            .max()
            .orElse(0);
    return new ImageView(shape, range, largest, strange(all));
  }

  private static Range strange(List<Example> all) {
    float least = Float.POSITIVE_INFINITY;
    float most = Float.NEGATIVE_INFINITY;
    for (Example example : all) {
      float @Nullable [] map = example.explanation().map();
      if (map != null) {
        Range own = Pixels.rangeOf(map);
        least = Math.min(least, own.min());
        most = Math.max(most, own.max());
      }
    }
    return least < most ? new Range(least, most) : Range.UNIT;
  }

  @Override
  public String guide(List<Example> examples) {
    if (largest == 0) {
      return "Each sample, and where it is strange (black: not at all, yellow: most).";
    }
    return """
        Each sample, what the detector makes of it, and where the two differ (black: not at all, \
        yellow: by %s)."""
        .formatted(Words.number(largest));
  }

  @Override
  public void draw(Markup page, Example example) {
    page.open("div", "class", "images");
    Range shown = range.equals(Range.ANY) ? Pixels.rangeOf(example.sample()) : range;
    Pixels sample = Pixels.of(shape, example.sample()).reduced();
    draw(page, "sample", sample.image(shown));
    @Nullable Reconstruction made = example.explanation().reconstruction();
    if (made != null) {
      Pixels expected = Pixels.of(shape, made.values()).reduced();
      draw(page, "expected", expected.image(shown));
      draw(page, "difference", residual(shape, made).heatMap(largest));
    }
    float @Nullable [] map = example.explanation().map();
    if (map != null) {
      Shape flat = Shape.image(1, shape.height(), shape.width());
      draw(page, "where", Pixels.of(flat, map).reduced().over(sample.toImage(shown), strange));
    }
    page.close("div");
  }

  private static Pixels residual(Shape shape, Reconstruction made) {
    return Pixels.of(shape, made.residual()).reduced();
  }

  private static void draw(Markup page, String caption, String uri) {
    page.open("figure").empty("img", "src", uri, "alt", caption);
    page.element("figcaption", caption).close("figure");
  }
}
