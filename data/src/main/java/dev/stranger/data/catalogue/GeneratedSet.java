package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A named set that is made when it is read. Its part names the kinds to make, and may set a size
 * and a seed: {@code square,ellipse,size=2000,seed=1}.
 */
public record GeneratedSet(String name, String summary, List<Part> parts, Generator generator)
    implements NamedSet {

  /** Makes the samples. */
  interface Generator {
    Dataset make(Wish wish);
  }

  /**
   * What a part says.
   *
   * @param numbers the size and the seed, where they are given
   */
  record Wish(List<String> kinds, Map<String, Long> numbers) {

    long size() {
      return numbers.getOrDefault("size", 10_000L);
    }

    long seed() {
      return numbers.getOrDefault("seed", 0L);
    }
  }

  @Override
  public String licence() {
    return "made by Stranger, free of any terms";
  }

  @Override
  public Dataset open(String part, DataFolders folders) {
    List<String> kinds = new ArrayList<>();
    Map<String, Long> numbers = new HashMap<>();
    for (String word : part.isEmpty() ? new String[0] : part.split(",", -1)) {
      if (word.startsWith("size=") || word.startsWith("seed=")) {
        numbers.put(word.substring(0, word.indexOf('=')), number(word));
      } else {
        kinds.add(word);
      }
    }
    return generator
        .make(new Wish(kinds, numbers))
        .named(part.isEmpty() ? name : name + ":" + part);
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
