package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VisibleTextTest {

  @Test
  void whatATerminalDoesNotShowIsEscaped() {
    assertThat(VisibleText.of("a\nb\tc\r")).isEqualTo("a\\nb\\tc\\r");
    assertThat(VisibleText.of("\u001b[2Jx\u0007\u0000\u007f\u009b"))
        .isEqualTo("\\u001b[2Jx\\u0007\\u0000\\u007f\\u009b");
    assertThat(VisibleText.of("gpj.\u202ePNG\u2028\ud800"))
        .isEqualTo("gpj.\\u202ePNG\\u2028\\ud800");
  }

  @Test
  void everyOtherTextStaysAsItIs() {
    String text = "Grüße, 你好 \ud83d\ude00 C:\\new 'x' \u00a0";
    assertThat(VisibleText.of(text)).isEqualTo(text);
  }

  @Test
  void manyNamesAreCounted() {
    assertThat(VisibleText.some(List.of("a", "b"))).isEqualTo("[a, b]");
    assertThat(VisibleText.some(IntStream.range(0, 1_000_000).boxed().toList()))
        .isEqualTo("[0, 1, 2, 3, 4, 5, 6, 7 and 999,992 more]");
    assertThat(VisibleText.some(List.of("x".repeat(1000)))).hasSize(62);
  }

  @Test
  void aMessageIsOneLineThatKeepsItsPlaceAndItsRemedy() {
    assertThat(new DataException("a\nb")).hasMessage("a\\nb");
    String message =
        new DataException("in x.csv: " + "name ".repeat(1_000_000) + "; drop it").getMessage();
    assertThat(message).hasSize(1000).startsWith("in x.csv: name").endsWith("; drop it");
  }
}
