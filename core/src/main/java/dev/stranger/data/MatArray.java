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
    InputStream in = file.open();
    try {
      MatElements elements = new MatElements(in, order(file, in));
      List<String> others = new ArrayList<>();
      for (Head head = elements.next(); head != null; head = elements.next()) {
        BoundedStream content = new BoundedStream(in, head.small() == null ? head.bytes() : 0);
        MatArray found = matrix(file, content, head.type(), elements.order(), wanted, others);
        if (found != null) {
          return found;
        }
        content.skipRest();
      }
      throw file.damaged("has no array '%s', only %s".formatted(wanted, others));
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
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

  /**
   * The array in an element, or null when it is another; its name is then added to {@code others}.
   */
  private static @Nullable MatArray matrix(
      InputFile file,
      InputStream content,
      int type,
      ByteOrder order,
      String wanted,
      List<String> others)
      throws IOException {
    MatElements elements = new MatElements(content, order);
    if (type == COMPRESSED) {
      elements = new MatElements(new InflaterInputStream(content), order);
      Head head = elements.next();
      type = head == null ? 0 : head.type();
    }
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
