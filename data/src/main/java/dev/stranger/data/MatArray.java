package dev.stranger.data;

import dev.stranger.data.MatElements.Head;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * One numeric array of a MATLAB version 5 file whose numbers are not read yet: {@code numbers}
 * stands at the first of them. They lie in MATLAB's order, the first dimension varying fastest.
 */
record MatArray(ArrayHeader header, InputStream numbers) implements AutoCloseable {

  private static final int MATRIX = 14;
  private static final int COMPRESSED = 15;
  private static final int FILE_HEADER = 128;
  private static final int SMALL = 1 << 10;

  /**
   * Finds the array called {@code wanted}, passing over the others.
   *
   * @throws dev.stranger.DataException when there is none
   */
  static MatArray open(InputFile file, String wanted) throws IOException {
    return CloseOnFailure.of(file.open(), in -> find(file, in, wanted));
  }

  private static MatArray find(InputFile file, InputStream in, String wanted) throws IOException {
    MatElements elements = new MatElements(in, order(file, in));
    List<String> others = new ArrayList<>();
    for (Head head = elements.next(); head != null; head = elements.next()) {
      BoundedStream content = new BoundedStream(in, head.small() == null ? head.bytes() : 0);
      MatElements inside = new MatElements(content, elements.order());
      MatArray found =
          head.type() == COMPRESSED
              ? compressed(file, inside, wanted, others)
              : matrix(file, inside, head.type(), wanted, others);
      if (found != null) {
        return found;
      }
      content.skipRest();
    }
    throw file.damaged("has no array '%s', only %s; save it with one".formatted(wanted, others));
  }

  private static ByteOrder order(InputFile file, InputStream in) throws IOException {
    byte[] head = in.readNBytes(FILE_HEADER);
    String end =
        head.length < FILE_HEADER ? "" : new String(head, 124, 4, StandardCharsets.ISO_8859_1);
    return switch (end) {
      case "\0\1IM" -> ByteOrder.LITTLE_ENDIAN;
      case "\1\0MI" -> ByteOrder.BIG_ENDIAN;
      default -> throw file.damaged("is not a MATLAB version 5 file; save it with -v6 or -v7");
    };
  }

  private static @Nullable MatArray compressed(
      InputFile file, MatElements packed, String wanted, List<String> others) throws IOException {
    Inflater inflater = new Inflater();
    MatArray found = null;
    try {
      MatElements elements = new MatElements(inflated(packed.stream(), inflater), packed.order());
      Head head = elements.next();
      found = matrix(file, elements, head == null ? 0 : head.type(), wanted, others);
      return found;
    } finally {
      if (found == null) {
        inflater.end(); // its memory lies outside of the heap, and closing would close the file
      }
    }
  }

  private static InputStream inflated(InputStream packed, Inflater inflater) {
    return new InflaterInputStream(packed, inflater) {
      @Override
      public void close() throws IOException {
        inflater.end();
        super.close();
      }
    };
  }

  /**
   * The array in an element, or null when it is another; its name is then added to {@code others}.
   */
  private static @Nullable MatArray matrix(
      InputFile file, MatElements elements, int type, String wanted, List<String> others)
      throws IOException {
    if (type != MATRIX) {
      return null;
    }
    elements.nextData(SMALL); // flags: complex, logical and class add nothing to the stored type
    ByteBuffer dimensions = elements.nextData(SMALL);
    String name = StandardCharsets.US_ASCII.decode(elements.nextData(SMALL)).toString();
    if (name.equals(wanted)) {
      return numbers(file, elements, dimensions);
    }
    others.add(name);
    return null;
  }

  private static MatArray numbers(InputFile file, MatElements elements, ByteBuffer dimensions)
      throws IOException {
    Head head = elements.next();
    NumberType type = head == null ? null : type(head.type());
    if (head == null || type == null) {
      throw file.damaged("holds an array that is not of plain numbers; save it as uint8 or single");
    }
    long[] lengths = new long[dimensions.remaining() / 4];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = Integer.toUnsignedLong(dimensions.getInt(4 * i));
    }
    ArrayHeader header =
        ArrayHeader.checked(
            file, type, elements.order(), lengths, Math.min(head.bytes(), file.mostInflated()));
    return new MatArray(header, stream(elements, head));
  }

  private static InputStream stream(MatElements elements, Head head) {
    if (head.small() != null) {
      return new FilterInputStream(new ByteArrayInputStream(head.small())) {
        @Override
        public void close() throws IOException {
          elements.stream().close();
        }
      };
    }
    return new BoundedStream(elements.stream(), head.bytes()) {
      private boolean ended;

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        if (read < 0 && !ended) {
          ended = true;
          in.skip(Long.MAX_VALUE); // to the end, where the inflater compares the checksum
        }
        return read;
      }
    };
  }

  private static @Nullable NumberType type(int code) {
    return switch (code) {
      case 1 -> NumberType.INT8;
      case 2 -> NumberType.UINT8;
      case 3 -> NumberType.INT16;
      case 4 -> NumberType.UINT16;
      case 5 -> NumberType.INT32;
      case 6 -> NumberType.UINT32;
      case 7 -> NumberType.FLOAT32;
      case 9 -> NumberType.FLOAT64;
      default -> null;
    };
  }

  /** All numbers of a short array, such as the labels. */
  float[] readAll() throws IOException {
    int count = Math.toIntExact(header.count());
    int bytes = Math.multiplyExact(count, header.type().bytes());
    byte[] data = numbers.readNBytes(bytes);
    if (data.length < bytes || numbers.read() >= 0) {
      throw new EOFException();
    }
    float[] values = new float[count];
    header.type().decode(ByteBuffer.wrap(data).order(header.order()), values, 0, count);
    return values;
  }

  @Override
  public void close() throws IOException {
    numbers.close();
  }
}
