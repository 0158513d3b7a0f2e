package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.prepare.Reshape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Picks the reader for a path by what it is called. */
public final class DataFiles {

  private DataFiles() {}

  /**
   * Opens a file, or a folder of pictures or of text files.
   *
   * @param part which array of an {@code .npz}; null elsewhere
   * @throws DataException when the path does not exist or is of no known kind
   */
  public static Dataset open(Path path, @Nullable String part, DataOptions options) {
    @Nullable WindowOptions windows = options.windows();
    if (windows != null && (TextFolder.is(path) || isText(path) && !isUcr(path))) {
      return RecordingFiles.read(path, options.table(), windows);
    }
    Dataset data = read(path, part, options);
    return windows == null ? asSeries(data, options) : RecordingFiles.of(data, windows);
  }

  private static Dataset asSeries(Dataset data, DataOptions options) {
    boolean isRows = data.shape().rank() == 1;
    return options.series() && isRows ? data.map(Reshape.toSeries(data.shape())) : data;
  }

  /**
   * Opens a table or a recording that comes through standard input: text or JSON, as it looks. It
   * is kept in a temporary file, which goes when the program ends.
   */
  public static Dataset openStandardInput(DataOptions options) {
    InputFile kept = StandardInput.kept();
    @Nullable WindowOptions windows = options.windows();
    return windows == null
        ? asSeries(table(kept, options), options)
        : RecordingFiles.read(kept, options.table(), windows);
  }

  /**
   * What a file or folder holds. Reads the head of an array; the name of anything else tells.
   *
   * @param part as in {@link #open}
   * @throws DataException when the path does not exist or is of no known kind
   */
  public static DataKind kind(Path path, @Nullable String part) {
    if (TextFolder.is(path)) {
      return DataKind.TABLE;
    }
    if (isPictures(path)) {
      return DataKind.PICTURES;
    }
    if (NumpyFile.isStack(path, part)) {
      return DataKind.STACK;
    }
    if (isUcr(path)) {
      return DataKind.SERIES;
    }
    return isText(path)
        ? DataKind.TABLE
        : DataKind.of(read(path, part, DataOptions.DEFAULT).shape());
  }

  /** Whether a folder is read with all files of such a name: pictures, or texts. */
  public static boolean isPart(Path file, Path folder) {
    return TextFolder.is(folder) ? TextFolder.holds(folder, file) : PictureNames.hasImageName(file);
  }

  private static boolean isPictures(Path path) {
    return Files.isDirectory(path) || PictureNames.hasImageName(path);
  }

  private static boolean isUcr(Path path) {
    return fileName(path).matches("(?s).*_(TRAIN|TEST)\\.(tsv|txt)(\\.gz)?");
  }

  static boolean isText(Path path) {
    return plainName(path).matches("(?s).*\\.(csv|tsv|txt|jsonl|ndjson|json)");
  }

  /** In small letters, and without the ending of a compressed file. */
  private static String plainName(Path path) {
    String name = fileName(path).toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  private static Dataset read(Path path, @Nullable String part, DataOptions options) {
    if (!Files.exists(path)) {
      throw new DataException("there is no file or folder " + path + "; check the path");
    }
    String name = fileName(path).toLowerCase(Locale.ROOT);
    String plain = plainName(path);
    boolean series = options.series() || options.windows() != null;
    if (name.endsWith(".npz")) {
      return NumpyFile.readNpz(path, part, series);
    }
    if (part != null) {
      throw new DataException("%s has no part '%s'; only .npz files have".formatted(path, part));
    }
    if (TextFolder.is(path)) {
      return folder(path, options);
    }
    if (isPictures(path)) {
      return ImageFolder.read(path, options.images());
    }
    if (plain.endsWith(".npy")) {
      return NumpyFile.readNpy(path, series);
    }
    if (plain.endsWith(".mat")) {
      return SvhnFile.read(path);
    }
    if (name.endsWith(".bin")) {
      return Cifar10File.read(path);
    }
    if (isUcr(path)) {
      return UcrFile.read(path);
    }
    if (isText(path)) {
      return table(new InputFile(path), options);
    }
    if (plain.endsWith("-ubyte") || plain.endsWith(".idx") || plain.contains("-idx")) {
      return idx(path);
    }
    if (plain.matches("(?s).*\\.(parquet|arrow|feather|xlsx|xls|ods)")) {
      throw new DataException(
          path + " is a table of a kind that is not read; save it as .csv, or pipe it in as that");
    }
    throw new DataException(
        path
            + " is of no known kind; known are folders of pictures, .csv, .tsv, .txt, .jsonl, .npy, .npz,"
            + " .mat (SVHN), .bin (CIFAR-10) and IDX files (-ubyte)");
  }

  private static Dataset folder(Path folder, DataOptions options) {
    List<Path> files = TextFolder.files(folder);
    for (Path file : files) {
      if (isUcr(file)) {
        throw new DataException(
            file + " holds series by its name, and is no part of a table; name one file");
      }
    }
    InputFile whole = new InputFile(files.get(0), fileName(folder));
    return table(whole, files.stream().map(InputFile::new).toList(), options);
  }

  private static Dataset table(InputFile file, DataOptions options) {
    return table(file, List.of(file), options);
  }

  /** A number that labels a series is the same however it is written, as in the UCR archive. */
  private static Dataset table(InputFile whole, List<InputFile> files, DataOptions options) {
    return options.series()
        ? TableFile.read(
            whole,
            files,
            options.table().with(TableOptions.Strictness.NUMBERS),
            LabelText::canonical)
        : TableFile.read(whole, files, options.table(), UnaryOperator.identity());
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
