package dev.stranger.stream;

import static org.assertj.core.api.Assertions.assertThat;

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

class StreamsPageTest {

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /** What the snippets do not define. */
  private static final String BEFORE =
      """
      import dev.stranger.score.*;
      import dev.stranger.stream.*;
      import java.nio.file.Path;
      import java.time.Duration;
      import java.util.Map;
      import org.apache.flink.api.common.typeinfo.Types;
      import org.apache.flink.streaming.api.datastream.DataStream;
      import org.apache.kafka.common.serialization.*;
      import org.apache.kafka.streams.*;
      import org.apache.kafka.streams.kstream.*;

      class Snippet {
        record Reading(String device, Map<String, Double> columns, float[] values, byte[] photo) {}
        DetectorSource detector;
        Judge<Reading> judge;
        DataStream<Reading> readings;
        DataStream<Judged<Reading>> judged;
        KStream<String, Reading> records;
        void run() throws Exception {
      """;

  @Test
  void itsJavaCompiles(@TempDir Path classes) throws Exception {
    List<String> snippets =
        JAVA.matcher(Files.readString(Path.of("..", "docs", "streams.md")))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(snippets).hasSizeGreaterThan(3);
    assertThat(snippets).allSatisfy(code -> assertThat(complaints(code, classes)).isEmpty());
  }

  private static String complaints(String code, Path classes) {
    StringWriter complaints = new StringWriter();
    List<String> options = List.of("-proc:none", "-d", classes.toString());
    return ToolProvider.getSystemJavaCompiler()
            .getTask(complaints, null, null, options, null, List.of(source(code)))
            .call()
        ? ""
        : complaints.toString();
  }

  private static JavaFileObject source(String code) {
    return new SimpleJavaFileObject(
        URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return BEFORE + code + "}}";
      }
    };
  }
}
