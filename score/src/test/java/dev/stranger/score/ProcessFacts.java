package dev.stranger.score;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this process takes of the machine, where Linux tells. Zero elsewhere. */
final class ProcessFacts {

  private static final Path SELF = Path.of("/proc/self");

  private ProcessFacts() {}

  /** The most memory that it ever had, in bytes. */
  static long mostMemory() {
    return kilobytes("VmHWM:") << 10;
  }

  /** The memory that it has now, in bytes. */
  static long memory() {
    return kilobytes("VmRSS:") << 10;
  }

  static long threads() {
    return kilobytes("Threads:");
  }

  static long openFiles() {
    if (!Files.isDirectory(SELF.resolve("fd"))) {
      return 0;
    }
    try (Stream<Path> files = Files.list(SELF.resolve("fd"))) {
      return files.count();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long kilobytes(String key) {
    if (!Files.exists(SELF.resolve("status"))) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(SELF.resolve("status"))) {
      return lines
          .filter(line -> line.startsWith(key))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
