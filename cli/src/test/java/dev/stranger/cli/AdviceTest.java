package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.UnusableColumnsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class AdviceTest {

  private static final Pattern FLAG = Pattern.compile("--[a-z][a-z-]*");
  private static final Pattern MESSAGE_WITH_FLAG =
      Pattern.compile("\"([^\"]*[ (])?--[a-z][^\"]*\"");
  private static final Predicate<String> ANY = option -> true;
  private static final List<String> LIBRARY =
      List.of("core", "score", "data", "evaluate", "train", "paper", "server", "stream");

  @ParameterizedTest
  @EnumSource
  void adviceNamesOptionsThatThereAre(Remedy remedy) {
    Set<String> known = options(Stranger.commandLine());
    List<String> named =
        FLAG.matcher(Advice.on(remedy)).results().map(match -> match.group()).toList();
    assertThat(Advice.on(remedy)).isNotBlank();
    assertThat(known).containsAll(named);
  }

  private static Set<String> options(CommandLine command) {
    Set<String> names = new TreeSet<>();
    command.getCommandSpec().options().forEach(option -> names.addAll(List.of(option.names())));
    command.getSubcommands().values().forEach(sub -> names.addAll(options(sub)));
    return names;
  }

  @Test
  void adviceFollowsTheMessage() {
    assertThat(Advice.on(new DataException("too large"), ANY)).isEmpty();
    assertThat(Advice.on(new DataException("odd", Remedy.SERIES, Remedy.LABEL), ANY))
        .isEqualTo(" (--series --label NAME)");
  }

  @Test
  void optionsThatTheCommandLacksAreNotAdvised() {
    Set<String> score = options(Stranger.commandLine().getSubcommands().get("score"));
    assertThat(Advice.on(new UnusableColumnsException("no", List.of("6")), score::contains))
        .isEmpty();
    assertThat(Advice.on(new DataException("odd", Remedy.SIZE, Remedy.LABEL), score::contains))
        .isEqualTo(" (--label NAME)");
    assertThat(Advice.on(new DataException("odd", Remedy.BY_LABEL), score::contains))
        .isEqualTo(" (stranger train --by-label)");
  }

  @Test
  void unusableColumnsAreNamedToPaste() {
    assertThat(Advice.on(new UnusableColumnsException("no", List.of("a", "b")), ANY))
        .isEqualTo(" (--drop a,b or --types a=category)");
    assertThat(Advice.on(new UnusableColumnsException("no", List.of("unit price", "b")), ANY))
        .isEqualTo(" (--drop 'unit price,b' or --types 'unit price'=category)");
    assertThat(Advice.on(new UnusableColumnsException("no", List.of("a"), Remedy.ENTITY), ANY))
        .isEqualTo(" (--drop a or --entity NAME)");
  }

  @Test
  void noMessageOfTheLibraryNamesAnOption() throws IOException {
    for (String module : LIBRARY) {
      Path sources = Path.of("..", module, "src", "main", "java");
      assertThat(sources).isDirectory();
      try (Stream<Path> files = Files.walk(sources)) {
        List<Path> all = files.filter(file -> file.toString().endsWith(".java")).toList();
        assertThat(all.stream().flatMap(AdviceTest::messagesWithFlags).toList()).isEmpty();
      }
    }
  }

  private static Stream<String> messagesWithFlags(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> MESSAGE_WITH_FLAG.matcher(line).find())
          .map(line -> file.getFileName() + ": " + line.strip());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
