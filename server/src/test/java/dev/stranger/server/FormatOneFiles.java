package dev.stranger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Detectors of format 1, with samples and verdicts that never change. */
final class FormatOneFiles {

  private FormatOneFiles() {}

  static byte[] bytes(String name) {
    try (InputStream in = Detector.class.getResourceAsStream("format-1/" + name)) {
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
    String[] names = lines.get(0).split(",", -1);
    return lines.stream().skip(1).map(line -> row(names, line.split(",", -1))).toList();
  }

  private static Map<String, String> row(String[] names, String[] fields) {
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      row.put(names[i], fields[i]);
    }
    return row;
  }

  /** The rows of the table, one after another. */
  static float[] table() {
    List<Map<String, String>> rows = rows("rows.csv");
    float[] values = new float[3 * rows.size()];
    int at = 0;
    for (Map<String, String> row : rows) {
      for (String value : row.values()) {
        values[at++] = Float.parseFloat(value);
      }
    }
    return values;
  }

  /** As {@code stranger score} wrote it once. */
  static void assertGolden(JsonNode verdict, Map<String, String> then) {
    String sample = then.get("sample");
    assertThat(verdict.get("ood").asBoolean())
        .as(sample)
        .isEqualTo(Boolean.parseBoolean(then.get("ood")));
    assertClose(verdict.get("score"), Double.parseDouble(then.get("score")), sample);
    assertThat(verdict.get("p_value").asDouble())
        .as("p-value of %s", sample)
        .isCloseTo(Double.parseDouble(then.get("p_value")), within(0.02));
    verdict
        .get("energies")
        .properties()
        .forEach(
            energy ->
                assertClose(
                    energy.getValue(),
                    Double.parseDouble(then.get(energy.getKey())),
                    energy.getKey() + " of " + sample));
  }

  /** The same but for rounding, which depends on the size of a batch. */
  static void assertSame(JsonNode verdict, Verdict expected) {
    assertThat(verdict.get("ood").asBoolean()).isEqualTo(expected.ood());
    assertClose(verdict.get("score"), expected.score(), "score");
    assertClose(verdict.get("p_value"), expected.pValue(), "p-value");
    assertThat(verdict.get("energies").size()).isEqualTo(expected.energies().names().size());
    for (String energy : expected.energies().names()) {
      assertClose(verdict.get("energies").get(energy), expected.energies().of(energy), energy);
    }
  }

  private static void assertClose(JsonNode now, double then, String what) {
    assertThat(now.asDouble()).as(what).isCloseTo(then, within(1e-3 * Math.abs(then)));
  }
}
