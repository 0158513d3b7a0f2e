package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.data.RecordCursor.Records;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Arrays saved by NumPy, {@code .npy} or one array of an {@code .npz}; never held in memory as a
 * whole. The first dimension counts the samples; see {@link SampleLayout} for what the others mean.
 */
public final class NumpyFile {

  /** An array in a file: how to open its bytes, and how many there can be. */
  private record Place(
      InputFile file, String name, String what, Opener opener, long plausibleBytes) {}

  private interface Opener {
    InputStream open() throws IOException;
  }

  private NumpyFile() {}

  /** The array of an {@code .npy} file. */
  public static Dataset readNpy(Path path) {
    return readNpy(path, false);
  }

  /**
   * The same.
   *
   * @param series whether an array of three dimensions holds series of several channels
   */
  static Dataset readNpy(Path path, boolean series) {
    InputFile file = new InputFile(path);
    try {
      return dataset(
          new Place(
              file, path.getFileName().toString(), "its array", file::open, file.plausibleSize()),
          series);
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  /** One array of an {@code .npz} file; {@code array} may be null when there is only one. */
  public static Dataset readNpz(Path path, @Nullable String array) {
    return readNpz(path, array, false);
  }

  /** The same, see {@link #readNpy(Path, boolean)}. */
  static Dataset readNpz(Path path, @Nullable String array, boolean series) {
    InputFile file = new InputFile(path);
    try (ZipFile zip = new ZipFile(path.toFile())) {
      ZipEntry entry = choose(file, zip, array);
      String name = entry.getName();
      // The archive's own word on the size is not trusted, only what its compressed bytes can give.
      String what = "its array '" + arrayName(name) + "'";
      String called = path.getFileName() + (array == null ? "" : ":" + array);
      return dataset(
          new Place(file, called, what, () -> ZipEntryStream.open(path, name), file.mostInflated()),
          series);
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  /** Whether a file holds an array of three dimensions, whose meaning must be chosen. */
  static boolean isStack(Path path, @Nullable String part) {
    String name = DataFiles.fileName(path).toLowerCase(Locale.ROOT);
    if (!name.endsWith(".npz") && !name.matches("(?s).*\\.npy(\\.gz)?")) {
      return false;
    }
    Dataset series = name.endsWith(".npz") ? readNpz(path, part, true) : readNpy(path, true);
    return series.shape().rank() == 2 && series.shape().channels() > 1;
  }

  private static ZipEntry choose(InputFile file, ZipFile zip, @Nullable String array) {
    List<String> names = zip.stream().map(entry -> arrayName(entry.getName())).toList();
    String wanted = array == null && names.size() == 1 ? names.get(0) : array;
    if (wanted == null || !names.contains(wanted)) {
      throw new DataException(
          "%s has %s; choose one of its arrays %s, as in %s:%s"
              .formatted(
                  file.path(),
                  wanted == null ? names.size() + " arrays" : "no array '" + wanted + "'",
                  names,
                  file.path().getFileName(),
                  names.isEmpty() ? "x" : names.get(0)));
    }
    ZipEntry plain = zip.getEntry(wanted);
    return plain == null ? zip.getEntry(wanted + ".npy") : plain;
  }

  private static String arrayName(String entry) {
    return entry.endsWith(".npy") ? entry.substring(0, entry.length() - 4) : entry;
  }

  private static Dataset dataset(Place place, boolean series) throws IOException {
    try (InputStream in = place.opener().open()) {
      ArrayHeader array = NpyHeader.read(place.file(), in, place.what(), place.plausibleBytes());
      SampleLayout layout = SampleLayout.of(place.file(), array, series);
      Header header =
          new Header(
              place.name(), layout.shape(), array.type().range(), array.dimensions()[0], List.of());
      return new StreamedDataset(header, () -> cursor(place, array, layout));
    }
  }

  private static Cursor cursor(Place place, ArrayHeader array, SampleLayout layout) {
    try {
      return CloseOnFailure.of(place.opener().open(), in -> cursor(place, in, array, layout));
    } catch (IOException e) {
      throw place.file().damaged(e);
    }
  }

  private static Cursor cursor(Place place, InputStream in, ArrayHeader array, SampleLayout layout)
      throws IOException {
    NpyHeader.read(place.file(), in, place.what(), place.plausibleBytes());
    int size = layout.shape().size();
    return new RecordCursor(
        place.file(),
        new Records(in, array.dimensions()[0], size * array.type().bytes(), array.order()),
        size,
        (index, record, target, offset) -> decode(array, layout, record, target, offset));
  }

  private static int decode(
      ArrayHeader array, SampleLayout layout, ByteBuffer record, float[] target, int offset) {
    layout.decode(array.type(), record, target, offset);
    return Cursor.NO_LABEL;
  }
}
