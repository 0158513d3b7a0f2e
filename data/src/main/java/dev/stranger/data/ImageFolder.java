package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.ImageOptions.Colour;
import dev.stranger.data.ImageOptions.Size;
import dev.stranger.picture.EncodedPicture;
import dev.stranger.picture.EncodedPicture.Info;
import dev.stranger.picture.Picture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of pictures (PNG, JPEG, GIF, BMP, WebP, TIFF), or a single one, in the order of their
 * names. Sub-folders give the labels; files that are no pictures, and hidden ones, are passed over.
 * The heads of all files are read once, the pictures when a pass comes to them.
 */
public final class ImageFolder {

  private final Path folder;
  private final List<Path> files;
  private final List<String> labelNames;

  private ImageFolder(Path folder, List<Path> files) {
    this.folder = folder;
    this.files = files;
    this.labelNames =
        files.stream().map(this::labelName).filter(name -> !name.isEmpty()).distinct().toList();
  }

  /**
   * @throws DataException when a picture is broken, or sizes differ and the options name none
   */
  public static Dataset read(Path path, ImageOptions options) {
    List<Path> files = Files.isRegularFile(path) ? List.of(path) : list(path);
    if (files.isEmpty()) {
      throw new DataException(
          path + " holds no pictures; PNG, JPEG, GIF, BMP, WebP and TIFF can be read");
    }
    return new ImageFolder(path, files).dataset(options);
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> paths = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      return paths.filter(PictureNames::isPicture).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      throw new DataException(
          "cannot list the folder %s (%s); check that it may be read"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private Dataset dataset(ImageOptions options) {
    boolean grey = options.colour() != Colour.RGB;
    Info first = EncodedPicture.of(files.get(0)).info();
    Size size = options.size();
    Info smallest = first;
    Info largest = first;
    for (Path file : files) {
      Info info = file == files.get(0) ? first : EncodedPicture.of(file).info();
      smallest = pixels(info) < pixels(smallest) ? info : smallest;
      largest = pixels(info) > pixels(largest) ? info : largest;
      size = size == null ? sizeFor(options, first, file, info) : size;
      grey &= info.grey() || options.colour() == Colour.GREY;
    }
    Shape shape = shape(grey ? 1 : 3, first, size);
    return dataset(shape, resizedFrom(shape, smallest, largest));
  }

  private static long pixels(Info info) {
    return (long) info.height() * info.width();
  }

  private static String resizedFrom(Shape shape, Info smallest, Info largest) {
    String least = "%dx%d".formatted(smallest.height(), smallest.width());
    String most = "%dx%d".formatted(largest.height(), largest.width());
    String same = "%dx%d".formatted(shape.height(), shape.width());
    if (!least.equals(most)) {
      return least + " to " + most;
    }
    return least.equals(same) ? "" : least;
  }

  /** The size that files of other sizes than the first bring about, or null for a fitting file. */
  private @Nullable Size sizeFor(ImageOptions options, Info first, Path file, Info info) {
    boolean sameSize = info.height() == first.height() && info.width() == first.width();
    Size fallback = options.fallback();
    if (fallback != null && !(sameSize && fallback.isNear(info.height(), info.width()))) {
      return fallback;
    }
    if (!sameSize) {
      throw new DataException(
          "%s is %dx%d pixels, %s is %dx%d; choose one size for all, such as --size 64"
              .formatted(
                  files.get(0), first.height(), first.width(), file, info.height(), info.width()));
    }
    return null;
  }

  private Shape shape(int channels, Info first, @Nullable Size size) {
    try {
      return size == null
          ? Shape.image(channels, first.height(), first.width())
          : Shape.image(channels, size.height(), size.width());
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "%s is %dx%d pixels, too large for a sample; choose a smaller size, such as --size 64"
              .formatted(files.get(0), first.height(), first.width()),
          e);
    }
  }

  private Dataset dataset(Shape shape, String resizedFrom) {
    String name = DataFiles.fileName(folder);
    Header header = new Header(name, shape, Range.GREY_LEVELS, files.size(), labelNames);
    return new StreamedDataset(
        header, () -> cursor(shape), List.of(), this::sampleName, resizedFrom);
  }

  private String sampleName(long index) {
    Path file = files.get((int) index);
    return file.equals(folder) ? DataFiles.fileName(file) : folder.relativize(file).toString();
  }

  private String labelName(Path file) {
    Path inside = folder.relativize(file);
    return inside.getNameCount() < 2 ? "" : inside.getName(0).toString();
  }

  private Cursor cursor(Shape shape) {
    return new Cursor() {
      private int index = -1;

      @Override
      public boolean next(float[] target, int offset) {
        if (index + 1 == files.size()) {
          return false;
        }
        Picture picture = EncodedPicture.of(files.get(++index)).decode(shape.channels() == 1);
        picture.resize(shape.height(), shape.width(), target, offset);
        return true;
      }

      @Override
      public int label() {
        return labelNames.indexOf(labelName(files.get(index)));
      }

      @Override
      public void close() {}
    };
  }
}
