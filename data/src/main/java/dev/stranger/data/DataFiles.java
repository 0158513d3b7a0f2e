package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.prepare.Reshape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Picks the reader for a path by what it is called. */
public final class DataFiles {

  private DataFiles() {}

  /**
   * Opens a file or a folder of pictures.
   *
   * @param part which array of an {@code .npz}; null elsewhere
   * @throws DataException when the path does not exist or is of no known kind
   */
  public static Dataset open(Path path, @Nullable String part, DataOptions options) {
    Dataset data = read(path, part, options);
    boolean isRows = data.shape().rank() == 1;
    return options.series() && isRows ? data.map(Reshape.toSeries(data.shape())) : data;
  }

  private static Dataset read(Path path, @Nullable String part, DataOptions options) {
    if (!Files.exists(path)) {
      throw new DataException("there is no file or folder " + path + "; check the path");
    }
    String exact = fileName(path);
    String name = exact.toLowerCase(Locale.ROOT);
    String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    if (name.endsWith(".npz")) {
      return NumpyFile.readNpz(path, part);
    }
    if (part != null) {
      throw new DataException("%s has no part '%s'; only .npz files have".formatted(path, part));
    }
    if (Files.isDirectory(path) || PictureNames.hasImageName(path)) {
      return ImageFolder.read(path, options.images());
    }
    if (plain.endsWith(".npy")) {
      return NumpyFile.readNpy(path);
    }
    if (plain.endsWith(".mat")) {
      return SvhnFile.read(path);
    }
    if (name.endsWith(".bin")) {
      return Cifar10File.read(path);
    }
    if (plain.endsWith("-ubyte") || plain.endsWith(".idx") || plain.contains("-idx")) {
      return idx(path);
    }
    if (exact.matches("(?s).*_(TRAIN|TEST)\\.(tsv|txt)(\\.gz)?")) {
      return UcrFile.read(path);
    }
    if (plain.matches("(?s).*\\.(csv|tsv|txt)")) {
      return table(path, options);
    }
    throw new DataException(
        path
            + " is of no known kind; known are folders of pictures, .csv, .tsv, .txt, .npy, .npz,"
            + " .mat (SVHN), .bin (CIFAR-10) and IDX files (-ubyte)");
  }

  /** A number that labels a series is the same however it is written, as in the UCR archive. */
  private static Dataset table(Path path, DataOptions options) {
    return options.series()
        ? TableFile.read(path, options.table(), LabelText::canonical)
        : TableFile.read(path, options.table());
  }

  /** The last name of a path; the root has none and is called by its path. */
  static String fileName(Path path) {
    Path name = path.getFileName();
    return name == null ? path.toString() : name.toString();
  }

  /** MNIST's naming convention tells where the labels of the images are. */
  private static Dataset idx(Path images) {
    String name = images.getFileName().toString();
    Path labels = images.resolveSibling(name.replace("images-idx3", "labels-idx1"));
    return !labels.equals(images) && Files.exists(labels)
        ? IdxFile.read(images, labels)
        : IdxFile.read(images);
  }
}
