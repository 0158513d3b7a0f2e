package dev.stranger.train;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;

/**
 * A set whose file changes between its header and its samples.
 *
 * @param now what is read
 * @param said how many samples there were at first
 */
record Changing(Dataset now, long said) implements Dataset {

  @Override
  public Header header() {
    return now.header().withSize(said);
  }

  @Override
  public Cursor open() {
    return now.open();
  }
}
