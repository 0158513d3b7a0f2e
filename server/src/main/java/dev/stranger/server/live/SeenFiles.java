package dev.stranger.server.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was tried of the files of detectors, by name: a file is opened, or named as a bad one, once
 * until it changes. One that may be sound, although it could not be opened now, is tried again.
 */
final class SeenFiles {

  /** Looks between two tries: one takes the time and the memory of reading a file. */
  private static final int PAUSE = 10;

  private final Map<String, Look> looks = new HashMap<>();
  private final Map<String, Look> tried = new HashMap<>();
  private final Map<String, Look> postponed = new HashMap<>();
  private final Map<String, Integer> pauses = new HashMap<>();

  /** What tells that a file has changed. */
  record Look(FileTime modified, long size, @Nullable Object key) {

    static Look at(Path file) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Look(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    }
  }

  /**
   * Whether to try a file: it has changed since it was tried, and has not since the look before, so
   * that nobody writes it now; or its pause is over.
   */
  boolean isDue(String name, Look look) {
    boolean settled = look.equals(looks.put(name, look));
    return settled && (!look.equals(tried.get(name)) || isPauseOver(name));
  }

  private boolean isPauseOver(String name) {
    @Nullable Integer left = pauses.computeIfPresent(name, (file, before) -> before - 1);
    return left != null && left <= 0;
  }

  /** A file is opened now. */
  void tried(String name, Look look) {
    tried.put(name, look);
    pauses.remove(name);
  }

  /**
   * What was tried may work later without a change.
   *
   * @return whether this is the first time since the file has changed
   */
  boolean postpone(String name) {
    pauses.put(name, PAUSE);
    @Nullable Look look = tried.get(name);
    return look == null || !look.equals(postponed.put(name, look));
  }

  /** A file is gone. */
  void forget(String name) {
    looks.remove(name);
    tried.remove(name);
    postponed.remove(name);
    pauses.remove(name);
  }
}
