package dev.stranger.cli;

import picocli.CommandLine.Option;

/** The option that says that rows are no table. */
final class SeriesOption {

  @Option(
      names = "--series",
      description =
          "Each row is a series, not a row of a table; add --label 1 if it begins with a label."
              + " Not needed for UCR files (*_TRAIN.tsv, *_TEST.tsv).")
  private boolean given;

  boolean isGiven() {
    return given;
  }
}
