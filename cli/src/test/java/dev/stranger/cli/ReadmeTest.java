package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadmeTest {

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final List<String> PACKAGES =
      List.of(
          "java.io",
          "java.nio.file",
          "java.util",
          "dev.stranger",
          "dev.stranger.calibrate",
          "dev.stranger.data",
          "dev.stranger.data.catalogue",
          "dev.stranger.evaluate",
          "dev.stranger.prepare",
          "dev.stranger.report",
          "dev.stranger.score",
          "dev.stranger.score.onnx",
          "dev.stranger.server",
          "dev.stranger.train",
          "dev.stranger.train.guard",
          "dev.stranger.train.loop");

  private static final String FIELDS =
      """
      Detector detector;
      DriftMonitor monitor;
      byte[] bytes;
      InputStream stream;
      List<byte[]> pictures;
      float[] pixels;
      float[] row;
      float[] samples;
      int count;
      """;

  /** Code as a class of its own; what a page does not define is a field. */
  private static final class Snippet extends SimpleJavaFileObject {

    private final String code;

    Snippet(String code) {
      super(URI.create("string:///Snippet.java"), Kind.SOURCE);
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      StringBuilder source = new StringBuilder();
      PACKAGES.forEach(name -> source.append("import %s.*;\n".formatted(name)));
      return source
          .append("class Snippet { %s void run() throws Exception {\n".formatted(FIELDS))
          .append(code)
          .append("}}\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/guard.md",
        "docs/library.md",
        "docs/security.md",
        "docs/service.md"
      })
  void itsJavaCompiles(String page, @TempDir Path classes) throws Exception {
    String text = Files.readString(Path.of("..", page));
    List<String> snippets = JAVA.matcher(text).results().map(ReadmeTest::code).toList();
    assertThat(snippets).isNotEmpty();
    assertThat(snippets).allSatisfy(code -> assertThat(complaints(code, classes)).isEmpty());
  }

  private static String code(MatchResult found) {
    return found.group(1);
  }

  private static String complaints(String code, Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    List<String> options = List.of("-proc:none", "-d", classes.toString());
    List<JavaFileObject> sources = List.of(new Snippet(code));
    boolean compiled = compiler.getTask(complaints, null, null, options, null, sources).call();
    return compiled ? "" : complaints.toString();
  }
}
