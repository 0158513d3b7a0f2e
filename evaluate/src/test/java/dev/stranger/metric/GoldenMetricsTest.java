package dev.stranger.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Against the numbers that scikit-learn, SciPy and NumPy give for the same scores. */
class GoldenMetricsTest {

  @Test
  void agreesWithScikitLearnAndSciPy() throws IOException {
    JsonNode golden =
        new ObjectMapper().readTree(GoldenMetricsTest.class.getResourceAsStream("metrics.json"));
    golden.get("cases").properties().forEach(entry -> compare(entry.getKey(), entry.getValue()));
  }

  private static void compare(String name, JsonNode golden) {
    ScoreComparison actual =
        ScoreComparison.of(scores(golden, "in_scores"), scores(golden, "out_scores"));
    Map<String, Double> ranks =
        Map.of(
            "fpr95", actual.fpr95(),
            "auroc", actual.auroc(),
            "aupr_in", actual.auprIn(),
            "aupr_out", actual.auprOut(),
            "fpr95_out_positive", actual.fpr95OutPositive());
    Map<String, Double> distributions =
        Map.of(
            "overlap", actual.overlap(),
            "overlap_union", actual.overlapUnion(),
            "wasserstein_standardised", actual.wasserstein(),
            "mmd", actual.mmd());
    assertClose(name, ranks, golden, 1e-12);
    assertClose(name, distributions, golden, 1e-10);
  }

  private static void assertClose(
      String name, Map<String, Double> actual, JsonNode golden, double tolerance) {
    actual.forEach(
        (key, value) ->
            assertThat(value)
                .as("%s of %s", key, name)
                .isCloseTo(golden.get(key).asDouble(), within(tolerance)));
  }

  private static double[] scores(JsonNode golden, String key) {
    return StreamSupport.stream(golden.get(key).spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .toArray();
  }
}
