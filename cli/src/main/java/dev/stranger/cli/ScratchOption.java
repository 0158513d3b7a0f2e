package dev.stranger.cli;

import dev.stranger.train.TrainOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where samples go that do not fit in memory. */
final class ScratchOption {

  @Option(
      names = "--scratch",
      converter = Converters.Folder.class,
      paramLabel = "DIR",
      description =
          "Folder for a temporary file with the samples, if they do not fit in memory (default:"
              + " that of the system).")
  private @Nullable Path given;

  Path folder() {
    return given == null ? TrainOptions.DEFAULT.scratch() : given;
  }
}
