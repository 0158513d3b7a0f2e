package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.VisibleText;
import java.io.PrintWriter;
import java.util.List;

/** Names the files of a folder that are not read, so that nobody takes them for judged. */
final class PassedOver {

  private PassedOver() {}

  static void say(Dataset data, PrintWriter err) {
    List<String> files = data.passedOver();
    if (!files.isEmpty()) {
      err.printf(
          "not read in %s, because hidden or no picture: %,d %s%n",
          data.name(), files.size(), VisibleText.some(files));
      err.flush();
    }
  }
}
