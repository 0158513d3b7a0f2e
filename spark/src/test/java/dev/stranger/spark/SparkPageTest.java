package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkPageTest {

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final String HEAD =
      """
      import dev.stranger.calibrate.*;
      import dev.stranger.spark.*;
      import java.time.Duration;
      import org.apache.spark.sql.*;
      import org.apache.spark.sql.streaming.*;
      class Page {
        SparkSession spark;
        StrangerModel model;
        Dataset<Row> normalRows, strangeRows, judged, readings;
      """;

  /** What one snippet defines, the next ones use. */
  @Test
  void itsJavaCompiles(@TempDir Path classes) throws Exception {
    String page = Files.readString(Path.of("..", "docs", "spark.md"));
    String code = JAVA.matcher(page).results().map(r -> r.group(1)).collect(Collectors.joining());
    assertThat(code).isNotEmpty();
    StringWriter complaints = new StringWriter();
    List<String> options = List.of("-proc:none", "-d", classes.toString());
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(complaints, null, null, options, null, List.of(page(code)))
            .call();
    assertThat(complaints.toString()).isEmpty();
    assertThat(compiled).isTrue();
  }

  private static JavaFileObject page(String code) {
    return new SimpleJavaFileObject(URI.create("string:///Page.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return HEAD + "void run() throws Exception {\n" + code + "}}\n";
      }
    };
  }
}
