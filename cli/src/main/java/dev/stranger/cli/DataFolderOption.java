package dev.stranger.cli;

import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where named sets lie. */
final class DataFolderOption {

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Folder of the named sets; searched before STRANGER_DATA and ~/.stranger/data.")
  private @Nullable Path folder;

  Catalogue catalogue() {
    return new Catalogue(DataFolders.standard(folder, System.getenv()));
  }
}
