package dev.stranger.score;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this process takes of the machine, where Linux tells. */
final class ProcessFacts {

  private static final Path STATUS = Path.of("/proc/self/status");

  private ProcessFacts() {}

  /** The most memory that it ever had, in bytes; zero elsewhere. */
  static long mostMemory() throws IOException {
    if (!Files.exists(STATUS)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst()
          .orElse(0);
    }
  }
}
