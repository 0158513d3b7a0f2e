package dev.stranger.cli;

import dev.stranger.score.OpenOptions;
import dev.stranger.score.TrustedKeys;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that says whose detectors are opened. */
final class TrustOption {

  @Option(
      names = "--trust",
      paramLabel = "KEY.pem",
      description =
          "Open a detector only if it is signed with this public key and unchanged; repeat for"
              + " several keys.")
  private List<Path> keys = List.of();

  boolean isGiven() {
    return !keys.isEmpty();
  }

  OpenOptions options() {
    return isGiven()
        ? OpenOptions.DEFAULT.with(TrustedKeys.read(keys.toArray(Path[]::new)))
        : OpenOptions.DEFAULT;
  }
}
