package dev.stranger.train.benchmark;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.data.DataFiles;
import dev.stranger.data.DataOptions;
import dev.stranger.prepare.Preparation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How the sets of a benchmark lie in their folder. */
public enum Collection {
  /** {@code NAME.npz} with the arrays {@code train}, {@code normal} and {@code anomaly}. */
  TABLES,
  /** As {@link #TABLES}; the columns are features of a network. */
  EMBEDDINGS,
  /** {@code NAME/} with normal_TRAIN.tsv, normal_TEST.tsv and abnormal_TEST.tsv. */
  SERIES;

  private static final String ARRAYS = ".npz";
  private static final String TRAIN = "normal_TRAIN.tsv";

  /** The part of a set that nobody learns from. */
  enum Part {
    TRAIN("train", Collection.TRAIN),
    NORMAL("normal", "normal_TEST.tsv"),
    ANOMALY("anomaly", "abnormal_TEST.tsv");

    private final String array;
    private final String file;

    Part(String array, String file) {
      this.array = array;
      this.file = file;
    }
  }

  /**
   * The names of the sets in a folder, sorted.
   *
   * @throws DataException when there is none
   */
  public List<String> names(Path folder) {
    List<String> names;
    try (Stream<Path> files = Files.list(folder)) {
      names = files.filter(this::isSet).map(this::name).sorted().toList();
    } catch (IOException e) {
      throw new DataException("cannot read the folder %s: %s".formatted(folder, e.getMessage()));
    }
    if (names.isEmpty()) {
      throw new DataException(
          "%s has no set; expected are %s"
              .formatted(
                  folder,
                  this == SERIES
                      ? "folders with normal_TRAIN.tsv, normal_TEST.tsv and abnormal_TEST.tsv"
                      : "files NAME.npz with the arrays train, normal and anomaly"));
    }
    return names;
  }

  private boolean isSet(Path path) {
    return this == SERIES
        ? Files.exists(path.resolve(TRAIN))
        : path.getFileName().toString().endsWith(ARRAYS);
  }

  private String name(Path path) {
    String name = path.getFileName().toString();
    return this == SERIES ? name : name.substring(0, name.length() - ARRAYS.length());
  }

  /** A part of a set, in memory. */
  Dataset open(Path folder, String name, Part part) {
    Dataset data =
        this == SERIES
            ? DataFiles.open(folder.resolve(name).resolve(part.file), null, DataOptions.DEFAULT)
            : DataFiles.open(folder.resolve(name + ARRAYS), part.array, DataOptions.DEFAULT);
    return Preparation.forTraining(data).inMemory();
  }
}
