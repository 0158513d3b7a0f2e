package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Plural;
import dev.stranger.Shape;
import dev.stranger.data.RecordCursor.Records;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The format of MNIST: two zero bytes, a type, a rank, big-endian dimensions, then the numbers. The
 * first dimension counts the samples. Plain or compressed with gzip.
 */
public final class IdxFile {

  private static final int MAX_RANK = 4;
  private static final int MAX_LABELS = 1 << 16;
  private static final int[] NO_LABELS = {};

  private final InputFile file;
  private final ArrayHeader array;

  private IdxFile(InputFile file, ArrayHeader array) {
    this.file = file;
    this.array = array;
  }

  /** Samples without labels: images (rank 3 or 4) or rows (rank 2). */
  public static Dataset read(Path path) {
    return parse(path).dataset(NO_LABELS, List.of());
  }

  /**
   * Images with labels from a second file, where label {@code i} means {@code labelNames.get(i)}.
   */
  public static Dataset read(Path images, Path labels, List<String> labelNames) {
    IdxFile samples = parse(images);
    return samples.dataset(parse(labels).labels(samples, labelNames.size()), labelNames);
  }

  /** Images with labels from a second file, which are called by their numbers: ten or more. */
  public static Dataset read(Path images, Path labels) {
    IdxFile samples = parse(images);
    int[] numbers = parse(labels).labels(samples, MAX_LABELS);
    int most = Math.max(9, Arrays.stream(numbers).max().orElse(0));
    return samples.dataset(
        numbers, IntStream.rangeClosed(0, most).mapToObj(Integer::toString).toList());
  }

  private static IdxFile parse(Path path) {
    InputFile file = new InputFile(path);
    try (DataInputStream in = new DataInputStream(file.open())) {
      int magic = in.readInt();
      int rank = magic & 0xff;
      NumberType type = type(magic >>> 8);
      if (type == null || rank < 1 || rank > MAX_RANK) {
        throw file.damaged(
            "is not an IDX file: it begins with 0x%08x; check the path".formatted(magic));
      }
      long[] dimensions = new long[rank];
      for (int i = 0; i < rank; i++) {
        dimensions[i] = Integer.toUnsignedLong(in.readInt());
      }
      return new IdxFile(
          file,
          ArrayHeader.checked(file, type, ByteOrder.BIG_ENDIAN, dimensions, file.plausibleSize()));
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private static @Nullable NumberType type(int code) {
    return switch (code) {
      case 0x08 -> NumberType.UINT8;
      case 0x09 -> NumberType.INT8;
      case 0x0b -> NumberType.INT16;
      case 0x0c -> NumberType.INT32;
      case 0x0d -> NumberType.FLOAT32;
      case 0x0e -> NumberType.FLOAT64;
      default -> null;
    };
  }

  private int count() {
    return array.dimensions()[0];
  }

  private int[] labels(IdxFile samples, int names) {
    if (array.rank() != 1 || count() != samples.count()) {
      throw file.damaged(
          "holds %s labels for the %s of %s; use the files that belong together"
              .formatted(
                  array.describe(), Plural.of(samples.count(), "sample"), samples.file.path()));
    }
    int[] labels = new int[count()];
    float[] label = new float[1];
    try (Cursor cursor = cursor(Shape.of(1), NO_LABELS)) {
      for (int i = 0; cursor.next(label, 0); i++) {
        labels[i] = (int) label[0];
        if (labels[i] < 0 || labels[i] >= names) {
          throw file.damaged(
              "has label %d at position %d, labels go from 0 to %d; use the files that belong together"
                  .formatted(labels[i], i, names - 1));
        }
      }
    }
    return labels;
  }

  private Dataset dataset(int[] labels, List<String> labelNames) {
    Shape shape = shape();
    String name = file.path().getFileName().toString();
    Header header = new Header(name, shape, array.type().range(), count(), labelNames);
    return new StreamedDataset(header, () -> cursor(shape, labels));
  }

  private Shape shape() {
    int[] d = array.dimensions();
    try {
      return switch (d.length) {
        case 2 -> Shape.of(d[1]);
        case 3 -> Shape.image(1, d[1], d[2]);
        case 4 -> Shape.image(d[1], d[2], d[3]);
        default ->
            throw file.damaged("holds plain numbers, perhaps labels; name the file of the samples");
      };
    } catch (IllegalArgumentException e) {
      throw new DataException(file.path() + " has a wrong header: " + e.getMessage(), e);
    }
  }

  private Cursor cursor(Shape shape, int[] labels) {
    try {
      return CloseOnFailure.of(file.open(), in -> cursor(in, shape.size(), labels));
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private Cursor cursor(InputStream in, int size, int[] labels) throws IOException {
    in.skipNBytes(4L + 4L * array.rank());
    NumberType type = array.type();
    return new RecordCursor(
        file,
        new Records(in, count(), size * type.bytes(), array.order()),
        size,
        (index, record, target, offset) -> {
          type.decode(record, target, offset, size);
          return labels.length == 0 ? Cursor.NO_LABEL : labels[(int) index];
        });
  }
}
