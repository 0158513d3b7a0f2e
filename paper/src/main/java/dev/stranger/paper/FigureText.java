package dev.stranger.paper;

import dev.stranger.report.Words;

/**
 * A figure as tables show it.
 *
 * @param std in brackets, empty when there is none
 * @param far whether it is marked
 */
record FigureText(String mean, String std, boolean far) {

  static final FigureText NONE = new FigureText("", "", false);
  static final String MARK = "*";

  /** What the marks in a table mean. */
  static final String LEGEND =
      MARK + " more than two published standard deviations from the published mean";

  /** With the very digits of the paper. */
  static FigureText published(Result result) {
    PublishedFigure figure = result.published();
    if (figure == null) {
      return NONE;
    }
    String std = figure.std() == null ? "" : figure.std().toPlainString();
    return new FigureText(figure.mean().toPlainString(), bracketed(std), false);
  }

  static FigureText measured(Result result) {
    String mean = Words.decimals(result.measured().mean(), result.metric().digits());
    double std = result.measured().deviation();
    return new FigureText(
        mean, bracketed(Double.isNaN(std) ? "" : std(std, result.metric())), result.isFar());
  }

  /** A second digit after the point says nothing where the first is uncertain. */
  private static String std(double std, PaperMetric metric) {
    return Words.decimals(std, metric.isPercent() && std >= 1 ? 1 : metric.digits());
  }

  private static String bracketed(String std) {
    return std.isEmpty() ? "" : "(" + std + ")";
  }
}
