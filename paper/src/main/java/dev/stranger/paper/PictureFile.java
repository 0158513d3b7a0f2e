package dev.stranger.paper;

import dev.stranger.report.Markdown;
import dev.stranger.report.svg.HillPair;
import dev.stranger.report.svg.Picture;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A picture that stands beside a page.
 *
 * @param name of its file
 * @param title what it shows
 */
record PictureFile(String name, String title, String svg) {

  static final String DENSITIES = "densities-";
  static final String CURVE = "curve-";

  /** All that such files may be called, as a pattern of names. */
  static final String NAMES = "{%s,%s}*.svg".formatted(DENSITIES, CURVE);

  private static final Pattern TITLE = Pattern.compile("<title>([^<]*)</title>");

  private static final int PANELS = 3;

  /** How the scores of every method are distributed. */
  static PictureFile densities(String name, String title, List<DensityFigure> figures) {
    Picture picture = new Picture(title, PANELS, HillPair.WIDTH, HillPair.HEIGHT);
    figures.stream()
        .sorted(Comparator.comparing(DensityFigure::method))
        .forEach(figure -> picture.add(figure.method().title(), DensityPanels.chart(figure)));
    return new PictureFile(densities(name), title, picture.toSvg().toString());
  }

  /** The name of the file of {@link #densities(String, String, List)}. */
  static String densities(String name) {
    return DENSITIES + fileName(name);
  }

  /** One that an earlier page shows. */
  static PictureFile kept(String name, String svg) {
    Matcher title = TITLE.matcher(svg);
    return new PictureFile(name, title.find() ? title.group(1) : name, svg);
  }

  static PictureFile curve(CurveFigure figure) {
    Picture picture = Picture.of(figure.title(), CurveDrawing.of(figure).drawing());
    return new PictureFile(
        CURVE + fileName(figure.title()), figure.title(), picture.toSvg().toString());
  }

  boolean isCurve() {
    return name.startsWith(CURVE);
  }

  /** How a Markdown page shows them. */
  static List<String> links(List<PictureFile> pictures, String folder) {
    return pictures.stream()
        .map(picture -> "!" + Markdown.link(picture.title, folder + "/" + picture.name))
        .toList();
  }

  private static String fileName(String words) {
    return words.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".svg";
  }
}
