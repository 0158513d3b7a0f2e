package dev.stranger.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlainNumberTest {

  private static final Pattern PLAIN =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  @Test
  void whatIsNoPlainNumberIsNaN() {
    Random random = new Random(4);
    for (int round = 0; round < 200_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(7); i > 0; i--) {
        text.append("017+-.eEfFdDxXpNaInity_ ".charAt(random.nextInt(24)));
      }
      boolean plain = PLAIN.matcher(text.toString().strip()).matches();
      assertThat(Double.isNaN(PlainNumber.toDouble(text.toString())))
          .as("'%s'", text)
          .isEqualTo(!plain);
    }
  }

  @Test
  void numbersAreTheNearest() {
    assertThat(PlainNumber.toFloat(" 0.1 ")).isEqualTo(0.1f);
    assertThat(PlainNumber.toDouble("-.5e+1")).isEqualTo(-5);
    assertThat(PlainNumber.toFloat("1e999")).isInfinite();
  }
}
