package dev.stranger.paper;

import dev.stranger.report.Markdown;
import dev.stranger.report.svg.HillPair;
import dev.stranger.report.svg.Markup;
import dev.stranger.report.svg.Picture;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A picture that stands beside a page.
 *
 * @param name of its file
 * @param title what it shows
 */
record PictureFile(String name, String title, Markup svg) {

  /** All that such files may be called, as a pattern of names. */
  static final String NAMES = "{densities,curve}-*.svg";

  private static final int PANELS = 3;

  /** How the scores of every method are distributed. */
  static PictureFile densities(String name, String title, List<DensityFigure> figures) {
    Picture picture = new Picture(title, PANELS, HillPair.WIDTH, HillPair.HEIGHT);
    figures.stream()
        .sorted(Comparator.comparing(DensityFigure::method))
        .forEach(figure -> picture.add(figure.method().title(), DensityPanels.chart(figure)));
    return new PictureFile("densities-" + fileName(name), title, picture.toSvg());
  }

  static PictureFile curve(CurveFigure figure) {
    Picture picture = Picture.of(figure.title(), CurveDrawing.of(figure).drawing());
    return new PictureFile("curve-" + fileName(figure.title()), figure.title(), picture.toSvg());
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
