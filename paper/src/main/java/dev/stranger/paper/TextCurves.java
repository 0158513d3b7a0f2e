package dev.stranger.paper;

import dev.stranger.report.Words;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Curves on a screen, as tables: a column for each value that was varied. */
public final class TextCurves {

  private static final int CELL = 9;

  private TextCurves() {}

  /**
   * @param figures whose lines were all measured at the same places
   */
  public static void print(List<CurveFigure> figures, PrintWriter out) {
    for (CurveFigure figure : figures) {
      int width = figure.lines().stream().mapToInt(line -> line.name().length()).max().orElse(0);
      out.printf("%n%s%n%s, by %s%n", figure.title(), figure.y(), figure.x());
      out.println(" ".repeat(width) + cells(figure.lines().get(0).x(), 0));
      for (CurveFigure.Line line : figure.lines()) {
        out.println(TextColumn.padded(line.name(), width) + cells(line.mean(), 2));
      }
    }
    out.flush();
  }

  private static String cells(double[] numbers, int digits) {
    return Arrays.stream(numbers)
        .mapToObj(number -> Words.decimals(number, digits))
        .map(text -> " ".repeat(Math.max(1, CELL - text.length())) + text)
        .collect(Collectors.joining());
  }
}
