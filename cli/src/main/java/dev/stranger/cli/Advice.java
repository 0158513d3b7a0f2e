package dev.stranger.cli;

import dev.stranger.Remedy;
import dev.stranger.StrangerException;
import dev.stranger.UnusableColumnsException;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The option or command that does what a message of the library recommends. */
final class Advice {

  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");

  private Advice() {}

  /**
   * In brackets behind a message; empty when no option helps.
   *
   * @param hasOption whether there is such an option where the message is read
   */
  static String on(StrangerException e, Predicate<String> hasOption) {
    boolean isChoice = e instanceof UnusableColumnsException;
    String advice =
        (e instanceof UnusableColumnsException columns ? choices(columns) : all(e))
            .filter(one -> isThere(one, hasOption))
            .collect(Collectors.joining(isChoice ? " or " : " "));
    return advice.isEmpty() ? "" : " (%s)".formatted(advice);
  }

  private static Stream<String> all(StrangerException e) {
    return e.remedies().stream().map(Advice::on);
  }

  private static Stream<String> choices(UnusableColumnsException e) {
    String types = "--types %s=category".formatted(quoted(e.columns().get(0)));
    return Stream.of(
        "--drop " + quoted(String.join(",", e.columns())), all(e).findFirst().orElse(types));
  }

  /** Other commands have options of their own. */
  private static boolean isThere(String advice, Predicate<String> hasOption) {
    return advice.startsWith(Stranger.calledAs() + " ")
        || OPTION.matcher(advice).results().map(MatchResult::group).allMatch(hasOption);
  }

  /** To paste into a command line. */
  static String quoted(String names) {
    return names.matches("[\\w.,:/+-]+") ? names : "'" + names + "'";
  }

  static String on(Remedy remedy) {
    return switch (remedy) {
      case SIZE -> "--size 64";
      case SERIES -> "--series";
      case WINDOW -> "--series --window N";
      case ENTITY -> "--entity NAME";
      case TIME -> "--time NAME";
      case LABEL -> "--label NAME";
      case TYPES -> "--types NAME=category";
      case DEVICE -> "--device cpu";
      case CHECKPOINT -> "--checkpoint FILE";
      case RESUME -> "--resume";
      case NETWORK -> "--network NAME";
      case BATCH -> "--batch N";
      case DATA_FOLDER -> "--data-dir DIR";
      case FETCH -> Stranger.calledAs() + " data fetch NAME";
      case BY_LABEL -> Stranger.calledAs() + " train --by-label";
      case TRAIN -> Stranger.calledAs() + " train";
      case NEW_KEY -> Stranger.calledAs() + " sign --new-key KEY.pem";
      case CACHE -> "--cache DIR";
      case SCRATCH -> "--scratch DIR";
      case PORT -> "--port N";
    };
  }
}
