package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import java.nio.file.Path;

/**
 * A file that has come and is yet to be trusted.
 *
 * @param file where it lies
 * @param origin where it comes from
 * @param byHand whether a person put it there, so that it is theirs to delete
 */
record Arrival(Path file, String origin, boolean byHand) {

  static Arrival fetched(Download download, Path part) {
    return new Arrival(part, download.address().toString(), false);
  }

  static Arrival byHand(Path file) {
    return new Arrival(file, file.toString(), true);
  }

  DataException rejected(String why) {
    discard();
    return new DataException(why + "; " + remedy());
  }

  DataException rejected(String why, Exception cause) {
    discard();
    return new DataException(why + "; " + remedy(), cause);
  }

  private void discard() {
    if (!byHand) {
      Fetcher.delete(file);
    }
  }

  private String remedy() {
    return byHand
        ? "replace %s, or delete it and fetch again".formatted(file)
        : "nothing was kept, try again later";
  }
}
