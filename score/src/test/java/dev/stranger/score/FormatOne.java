package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;

/**
 * Detectors of format 1 as Stranger 0.1.0 trained them, samples as files, and the verdicts that
 * {@code stranger score} wrote then. These files never change.
 */
final class FormatOne {

  private static final String FOLDER = "format-1/";

  private FormatOne() {}

  static byte[] bytes(String name) {
    try (InputStream in = FormatOne.class.getResourceAsStream(FOLDER + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Detector open(String name) {
    return Detector.open(bytes(name), OpenOptions.DEFAULT);
  }

  /** Rows of a CSV file by the names in its first line. */
  static List<Map<String, String>> rows(String name) {
    List<String> lines = new String(bytes(name), StandardCharsets.UTF_8).lines().toList();
    List<String> names = fields(lines.get(0));
    return lines.stream().skip(1).map(line -> row(names, fields(line))).toList();
  }

  private static List<String> fields(String line) {
    return Arrays.asList(line.split(",", -1));
  }

  private static Map<String, String> row(List<String> names, List<String> fields) {
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      row.put(names.get(i), fields.get(i));
    }
    return row;
  }

  /** As {@code stranger score} wrote it, but for rounding on another machine. */
  static void assertSame(Verdict now, Map<String, String> then) {
    String sample = then.get("sample");
    assertThat(now.ood()).as(sample).isEqualTo(Boolean.parseBoolean(then.get("ood")));
    assertClose(now.score(), then.get("score"), sample);
    assertThat(now.pValue())
        .as("p-value of %s", sample)
        .isCloseTo(Float.parseFloat(then.get("p_value")), Offset.offset(0.02f));
    for (String energy : now.energies().names()) {
      assertClose(now.energies().of(energy), then.get(energy), energy + " of " + sample);
    }
  }

  private static void assertClose(float now, String then, String what) {
    assertThat(now).as(what).isCloseTo(Float.parseFloat(then), Percentage.withPercentage(0.1));
  }
}
