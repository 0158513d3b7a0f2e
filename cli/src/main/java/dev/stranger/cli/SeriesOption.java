package dev.stranger.cli;

import picocli.CommandLine.Option;

/** The option that says that rows are no table. */
final class SeriesOption {

  @Option(
      names = "--series",
      description =
          "Every row of a file is a series, not a row of a table; with --label 1 when it begins with"
              + " a label. Files called *_TRAIN or *_TEST (.tsv, .txt) are read so without.")
  private boolean given;

  boolean isGiven() {
    return given;
  }
}
