package dev.stranger.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.score.Detector;
import dev.stranger.server.ServerOptions;
import dev.stranger.server.StrangerServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Runs the SQL of docs/streams.md against a server. */
@EnabledIfEnvironmentVariable(
    named = "STRANGER_FLINK_TRITON",
    matches = ".+",
    disabledReason = "needs a jar of flink-model-triton that works, see docs/streams.md")
class FlinkSqlTest {

  private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

  @Test
  void theSqlOfTheDocumentationGivesTheVerdictsOfTheDetector(@TempDir Path folder)
      throws Exception {
    Path file = Files.write(folder.resolve("table.onnx"), Reading.file("table.onnx"));
    try (StrangerServer server = StrangerServer.start(ServerOptions.of(file).withPort(0));
        Detector detector = Reading.openDetector()) {
      TableEnvironment tables =
          TableEnvironment.create(EnvironmentSettings.newInstance().inStreamingMode().build());
      tables.executeSql(
          """
          CREATE TEMPORARY VIEW readings (device, temperature, pressure, speed) AS
          SELECT * FROM (VALUES ('a', 20.1, 10.2, 1003.0), ('b', 26.0, 7.0, 1000.0))""");
      String recipe = recipe(server.port());
      assertThat(run(tables, recipe)).isEqualTo(Map.of("a", false, "b", true));
      tables.executeSql("DROP MODEL readings_model");
      tables.executeSql("DROP TEMPORARY VIEW samples");
      String pValues =
          recipe.replace("is_ood BOOLEAN", "p_value FLOAT").replace("is_ood", "p_value");
      assertThat(run(tables, pValues))
          .isEqualTo(
              Map.of(
                  "a", detector.judge(new float[] {20.1f, 10.2f, 1003}).pValue(),
                  "b", detector.judge(new float[] {26, 7, 1000}).pValue()));
    }
  }

  /** All statements of the page, for this server and this jar. */
  private static String recipe(int port) throws Exception {
    String page = Files.readString(Path.of("..", "docs", "streams.md"));
    return SQL.matcher(page)
        .results()
        .map((MatchResult found) -> found.group(1))
        .reduce("", String::concat)
        .replace("/opt/flink-model-triton-2.3.0.jar", System.getenv("STRANGER_FLINK_TRITON"))
        .replace("localhost:8080", "127.0.0.1:" + port);
  }

  /** The second column of the last statement by the first. */
  private static Map<Object, Object> run(TableEnvironment tables, String statements)
      throws Exception {
    String[] all = statements.split(";\\s*");
    for (int i = 0; i < all.length - 1; i++) {
      tables.executeSql(all[i]);
    }
    Map<Object, Object> rows = new HashMap<>();
    try (CloseableIterator<Row> results = tables.executeSql(all[all.length - 1]).collect()) {
      results.forEachRemaining(row -> rows.put(row.getField(0), row.getField(1)));
    }
    return rows;
  }
}
