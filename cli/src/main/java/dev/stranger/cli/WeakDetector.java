package dev.stranger.cli;

import dev.stranger.Shape;
import dev.stranger.train.MadeStrangers;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Says of a detector that it is weak, and what to do. */
final class WeakDetector {

  private static final int NAMED = 5;

  private static final String WORDS =
      "weak on near strangers: altered held-out samples pass, such as %s; %smore samples or"
          + " --thorough may help";

  private WeakDetector() {}

  static void say(MadeStrangers made, Shape shape, PrintWriter out) {
    if (made.weak()) {
      String hard =
          made.hard().stream()
              .limit(NAMED)
              .map(MadeStrangers.Kind::toString)
              .collect(Collectors.joining(", "));
      String remedy =
          shape.isImage()
              ? "features of a pretrained network instead of pixels, another --size, "
              : "";
      out.println(WORDS.formatted(hard, remedy));
    }
  }
}
