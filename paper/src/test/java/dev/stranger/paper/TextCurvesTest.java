package dev.stranger.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.paper.CurveFigure.Line;
import dev.stranger.paper.CurveFigure.Spacing;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextCurvesTest {

  @Test
  void everyValueStandsBelowItsPlace() {
    CurveFigure figure =
        new CurveFigure(
            "Under attack",
            "grey levels",
            Spacing.LINEAR,
            "AUROC in %",
            List.of(
                new Line("FGSM", new double[] {0, 32}, new double[] {100, 91.234}, new double[0]),
                new Line("PGD", new double[] {0, 32}, new double[] {99.5, 7}, new double[0])));
    StringWriter text = new StringWriter();
    TextCurves.print(List.of(figure), new PrintWriter(text));
    assertThat(text)
        .hasToString(
            """

            Under attack
            AUROC in %, by grey levels
                        0       32
            FGSM   100.00    91.23
            PGD     99.50     7.00
            """);
  }
}
