package dev.stranger.paper;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A column of figures in text: means below one another, and deviations too.
 *
 * @param meanWidth of the widest mean
 * @param stdWidth of the widest deviation
 */
record TextColumn(String head, Function<Result, FigureText> figure, int meanWidth, int stdWidth) {

  static TextColumn of(String head, List<Result> results, Function<Result, FigureText> figure) {
    List<FigureText> figures = results.stream().map(figure).toList();
    return new TextColumn(
        head,
        figure,
        widest(figures, text -> text.mean().length()),
        widest(figures, text -> text.std().length()));
  }

  private static int widest(List<FigureText> figures, ToIntFunction<FigureText> width) {
    return figures.stream().mapToInt(width).max().orElse(0);
  }

  int width() {
    return Math.max(head.length(), meanWidth + 1 + stdWidth);
  }

  String headText() {
    return padded(head, width());
  }

  /** The mark stands where there is a gap anyway. */
  String text(Optional<Result> result) {
    FigureText text = result.map(figure).orElse(FigureText.NONE);
    String mean = " ".repeat(meanWidth - text.mean().length()) + text.mean();
    return padded(mean + (text.far() ? FigureText.MARK : " ") + text.std(), width());
  }

  static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
