package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NoticeTest {

  @Test
  void noticeNamesEveryLibraryThatTheArchivesContain() throws IOException {
    List<String> contained = names("([\\w.-]+:[\\w.-]+):jar:", libraries());
    List<String> named =
        names("(?m)^  ([\\w.-]+:[\\w.-]+)(?= |$)", Files.readString(Path.of("..", "NOTICE")));
    assertThat(contained).hasSizeGreaterThan(20);
    assertThat(named)
        .containsAll(contained.stream().filter(name -> !name.startsWith("dev.stranger:")).toList());
  }

  /** Lines such as {@code org.ejml:ejml-core:jar:0.46.1:compile}, which the build writes. */
  private static String libraries() throws IOException {
    try (InputStream list = NoticeTest.class.getResourceAsStream("/libraries.txt")) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> names(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(m -> m.group(1)).toList();
  }
}
