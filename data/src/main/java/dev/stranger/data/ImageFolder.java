package dev.stranger.data;

import dev.stranger.BrokenSampleException;
import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.data.ImageOptions.Colour;
import dev.stranger.data.ImageOptions.Size;
import dev.stranger.picture.EncodedPicture;
import dev.stranger.picture.EncodedPicture.Info;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A folder of pictures (PNG, JPEG, GIF, BMP, WebP, TIFF), or a single one, in the order of their
 * names. Sub-folders give the labels; files that are no pictures, and hidden ones, are passed over.
 * Several threads decode the pictures shortly before a pass comes to them; the pass can go on
 * behind a broken one. The heads of all files are read before, unless the options say size and
 * colour.
 */
public final class ImageFolder implements Dataset {

  private final PictureFiles files;
  private final Header header;
  private final Supplier<String> resizedFrom;

  private ImageFolder(PictureFiles files, Shape shape, Supplier<String> resizedFrom) {
    String name = DataFiles.fileName(files.folder());
    int count = files.pictures().size();
    this.files = files;
    this.header = new Header(name, shape, Range.GREY_LEVELS, count, files.labels());
    this.resizedFrom = resizedFrom;
  }

  /**
   * @throws DataException when a picture whose head is read is broken, or sizes differ and the
   *     options name none
   */
  public static Dataset read(Path path, ImageOptions options) {
    PictureFiles files = PictureFiles.in(path);
    Size size = options.size();
    if (size == null || options.colour() == Colour.AUTO) {
      Heads heads = Heads.of(files.pictures(), options);
      return new ImageFolder(files, heads.shape(), heads::resizedFrom);
    }
    int channels = options.colour() == Colour.GREY ? 1 : 3;
    Shape shape = Shape.image(channels, size.height(), size.width());
    return new ImageFolder(files, shape, () -> Heads.of(files.pictures(), options).resizedFrom());
  }

  private static EncodedPicture picture(Path file) {
    PictureNames.requireReadable(file);
    return EncodedPicture.of(file);
  }

  /** What the heads of all pictures say. */
  private record Heads(Shape shape, Info smallest, Info largest) {

    static Heads of(List<Path> files, ImageOptions options) {
      boolean grey = options.colour() != Colour.RGB;
      Info first = picture(files.get(0)).info();
      Size size = options.size();
      Info smallest = first;
      Info largest = first;
      for (Path file : files) {
        Info info = file == files.get(0) ? first : picture(file).info();
        smallest = pixels(info) < pixels(smallest) ? info : smallest;
        largest = pixels(info) > pixels(largest) ? info : largest;
        size = size == null ? sizeFor(options, files.get(0), first, file, info) : size;
        grey &= info.grey() || options.colour() == Colour.GREY;
      }
      return new Heads(shape(grey ? 1 : 3, files.get(0), first, size), smallest, largest);
    }

    private static Shape shape(int channels, Path firstFile, Info first, @Nullable Size size) {
      try {
        return size == null
            ? Shape.image(channels, first.height(), first.width())
            : Shape.image(channels, size.height(), size.width());
      } catch (IllegalArgumentException e) {
        throw new DataException(
            "%s is %dx%d pixels, too large for a sample; choose a smaller size"
                .formatted(firstFile, first.height(), first.width()),
            e,
            Remedy.SIZE);
      }
    }

    private static long pixels(Info info) {
      return (long) info.height() * info.width();
    }

    /** The size that files of other sizes than the first bring about, or null for a fitting one. */
    private static @Nullable Size sizeFor(
        ImageOptions options, Path firstFile, Info first, Path file, Info info) {
      boolean sameSize = info.height() == first.height() && info.width() == first.width();
      Size fallback = options.fallback();
      if (fallback != null && !(sameSize && fallback.isNear(info.height(), info.width()))) {
        return fallback;
      }
      if (!sameSize) {
        throw new DataException(
            "%s is %dx%d pixels, %s is %dx%d; choose one size for all"
                .formatted(
                    firstFile, first.height(), first.width(), file, info.height(), info.width()),
            Remedy.SIZE);
      }
      return null;
    }

    String resizedFrom() {
      String least = "%dx%d".formatted(smallest.height(), smallest.width());
      String most = "%dx%d".formatted(largest.height(), largest.width());
      String same = "%dx%d".formatted(shape.height(), shape.width());
      if (!least.equals(most)) {
        return least + " to " + most;
      }
      return least.equals(same) ? "" : least;
    }
  }

  @Override
  public Header header() {
    return header;
  }

  @Override
  public Cursor open() {
    List<Path> pictures = files.pictures();
    return new AheadCursor(
        pictures.size(),
        shape().size(),
        index -> sample(pictures.get(index)),
        index -> labelNames().indexOf(files.label(pictures.get(index))));
  }

  private float[] sample(Path file) {
    float[] sample = new float[shape().size()];
    try {
      picture(file).decode(shape(), sample, 0);
      return sample;
    } catch (DataException e) {
      throw new BrokenSampleException(e);
    }
  }

  @Override
  public String resizedFrom() {
    return resizedFrom.get();
  }

  @Override
  public List<String> passedOver() {
    return files.others().stream().map(files::name).toList();
  }

  @Override
  public String sampleName(long index) {
    return files.name(files.pictures().get((int) index));
  }
}
