package dev.stranger.cli;

import dev.stranger.Remedy;
import dev.stranger.StrangerException;
import dev.stranger.UnusableColumnsException;
import java.util.List;
import java.util.stream.Collectors;

/** The option or command that does what a message of the library recommends. */
final class Advice {

  private Advice() {}

  /** In brackets behind a message; empty when no option helps. */
  static String on(StrangerException e) {
    List<Remedy> remedies = e.remedies();
    if (e instanceof UnusableColumnsException columns) {
      String first = quoted(columns.columns().get(0));
      return " (--drop %s or %s)"
          .formatted(
              quoted(String.join(",", columns.columns())),
              remedies.isEmpty() ? "--types %s=category".formatted(first) : on(remedies.get(0)));
    }
    return remedies.isEmpty()
        ? ""
        : remedies.stream().map(Advice::on).collect(Collectors.joining(" ", " (", ")"));
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
