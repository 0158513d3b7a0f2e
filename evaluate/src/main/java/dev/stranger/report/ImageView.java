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
 * An image and, where there is one, its reconstruction and where they differ.
 *
 * @param largest the difference that gets the brightest colour; one for all, so that heat maps can
 *     be compared
 */
record ImageView(Shape shape, Range range, double largest) implements SampleView {

  static ImageView of(Shape shape, Range range, List<Example> all) {
    double largest =
        all.stream()
            .map(example -> example.explanation().reconstruction())
            .filter(Objects::nonNull)
            .mapToDouble(made -> residual(shape, made).largestDifference())
            .max()
            .orElse(0);
    return new ImageView(shape, range, largest);
  }

  @Override
  public String guide() {
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
