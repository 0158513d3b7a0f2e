package dev.stranger.data.catalogue;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file to fetch.
 *
 * @param address the official one
 * @param bytes its published size, or -1
 * @param md5 its published checksum, or null when there is none
 * @param extract the files to take out of an archive; empty keeps the file itself
 */
public record Download(URI address, long bytes, @Nullable String md5, List<String> extract) {

  static final long UNKNOWN_SIZE = -1;

  static Download of(String address, long bytes, @Nullable String md5, String... extract) {
    return new Download(URI.create(address), bytes, md5, List.of(extract));
  }

  public String fileName() {
    String path = address.getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The files that lie in the folder of the set afterwards. */
  public List<String> files() {
    return extract.isEmpty() ? List.of(fileName()) : extract;
  }

  /** What a person can do who has another way to the file. */
  String byHand(Path folder) {
    return "get it by hand, put it at %s and fetch again".formatted(folder.resolve(fileName()));
  }
}
