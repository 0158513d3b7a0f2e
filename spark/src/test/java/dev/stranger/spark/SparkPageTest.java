package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/spark.md shows. */
class SparkPageTest {

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final String FRAME =
      """
      import dev.stranger.calibrate.*;
      import dev.stranger.spark.*;
      import dev.stranger.spark.scores.*;
      import java.time.*;
      import org.apache.spark.ml.*;
      import org.apache.spark.ml.feature.*;
      import org.apache.spark.sql.*;
      import org.apache.spark.sql.types.*;
      abstract class Page%d {
        StrangerModel model;
        SparkSession spark;
        Dataset<Row> rows;
        Dataset<Row> normalRows;
        Dataset<Row> strangeRows;
        ScoreSketch normal;
        StructType schema;
        void run() throws Exception {
          %s
        }
      }
      """;

  @TempDir Path classes;

  @Test
  void itsJavaCompiles() throws IOException {
    List<String> snippets =
        JAVA.matcher(Files.readString(Path.of("../docs/spark.md")))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(snippets).isNotEmpty();
    for (int i = 0; i < snippets.size(); i++) {
      assertThat(complaints(i, FRAME.formatted(i, snippets.get(i)))).isEmpty();
    }
  }

  private String complaints(int number, String code) {
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///Page%d.java".formatted(number)), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return code;
          }
        };
    StringWriter complaints = new StringWriter();
    List<String> options = List.of("-proc:none", "-d", classes.toString());
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(complaints, null, null, options, null, List.of(source))
            .call();
    return compiled ? "" : complaints.toString();
  }
}
