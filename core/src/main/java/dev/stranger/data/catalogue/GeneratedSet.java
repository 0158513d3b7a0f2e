package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.util.ArrayList;
import java.util.List;

/**
 * A named set that is made when it is read. Its part names the kinds to make, and may set a size
 * and a seed: {@code square,ellipse,size=2000,seed=1}.
 */
public record GeneratedSet(String name, String summary, List<Part> parts, Generator generator)
    implements NamedSet {

  private static final long DEFAULT_SIZE = 10_000;

  /** Makes the samples. */
  interface Generator {
    Dataset make(List<String> kinds, long size, long seed);
  }

  @Override
  public String licence() {
    return "made by Stranger, free of any terms";
  }

  @Override
  public Dataset open(String part, DataFolders folders) {
    List<String> kinds = new ArrayList<>();
    long size = DEFAULT_SIZE;
    long seed = 0;
    for (String word : part.isEmpty() ? new String[0] : part.split(",", -1)) {
      if (word.startsWith("size=")) {
        size = number(word);
      } else if (word.startsWith("seed=")) {
        seed = number(word);
      } else {
        kinds.add(word);
      }
    }
    return generator.make(kinds, size, seed).named(part.isEmpty() ? name : name + ":" + part);
  }

  private long number(String word) {
    try {
      return Long.parseLong(word.substring(word.indexOf('=') + 1));
    } catch (NumberFormatException e) {
      throw new DataException(
          "'%s' of %s is not a whole number; write it as in %s:size=2000,seed=1"
              .formatted(word, name, name),
          e);
    }
  }
}
