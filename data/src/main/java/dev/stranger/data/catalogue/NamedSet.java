package dev.stranger.data.catalogue;

import dev.stranger.Dataset;
import java.util.List;

/** A data set with a name. */
public sealed interface NamedSet permits FileSet, GeneratedSet {

  String name();

  /** What it is, in one line. */
  String summary();

  /** Under which terms it may be used. */
  String licence();

  /** Its parts and what they are, which some generated sets do not have. */
  List<Part> parts();

  /**
   * @param part the name of one of {@link #parts()}, or an empty text for the usual one
   * @throws dev.stranger.DataException when there is no such part, or its files are not here
   */
  Dataset open(String part, DataFolders folders);

  /**
   * A part, as people read of it.
   *
   * @param isDefault whether it is meant when none is named
   */
  record Part(String name, String summary, boolean isDefault) {}
}
