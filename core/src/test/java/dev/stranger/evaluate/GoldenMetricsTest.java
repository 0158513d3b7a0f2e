package dev.stranger.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Against the numbers that scikit-learn, SciPy and NumPy give for the same scores. */
@EnabledIfEnvironmentVariable(
    named = "STRANGER_DATA",
    matches = ".+",
    disabledReason = "STRANGER_DATA is not set")
class GoldenMetricsTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void agreesWithScikitLearnAndSciPy(String name, JsonNode golden) {
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
    assertClose(ranks, golden, 1e-12);
    assertClose(distributions, golden, 1e-10);
  }

  private static void assertClose(Map<String, Double> actual, JsonNode golden, double tolerance) {
    actual.forEach(
        (key, value) ->
            assertThat(value).as(key).isCloseTo(golden.get(key).asDouble(), within(tolerance)));
  }

  private static double[] scores(JsonNode golden, String key) {
    return StreamSupport.stream(golden.get(key).spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .toArray();
  }

  static Stream<Object[]> cases() throws IOException {
    Path file = Path.of(System.getenv("STRANGER_DATA")).resolve("../golden/metrics.json");
    return new ObjectMapper()
        .readTree(file.toFile()).get("cases").properties().stream()
            .map(entry -> new Object[] {entry.getKey(), entry.getValue()});
  }
}
