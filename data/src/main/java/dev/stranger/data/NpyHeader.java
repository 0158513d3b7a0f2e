package dev.stranger.data;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The head of an array that NumPy wrote: a mark, a version, and a Python dictionary as text. */
final class NpyHeader {

  private static final byte[] MARK = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int MAX_TEXT = 1 << 16;
  private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([\\dL,\\s]*)\\)");

  private NpyHeader() {}

  /**
   * Reads the head and leaves {@code stream} at the first number.
   *
   * @param what names the array in complaints, such as {@code its array 'imgs'}
   */
  static ArrayHeader read(InputFile file, InputStream stream, String what, long plausibleBytes)
      throws IOException {
    String text = text(file, new DataInputStream(stream), what);
    String type = find(file, TYPE, text, what, "a plain element type");
    if (find(file, ORDER, text, what, "an order").equals("True")) {
      throw file.damaged(
          "stores " + what + " in Fortran order; save it again with numpy.ascontiguousarray");
    }
    NumberType numbers = type(type);
    if (numbers == null) {
      throw file.damaged(
          "stores %s as '%s'; save it again as uint8 or float32".formatted(what, type));
    }
    ByteOrder order = type.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    long[] dimensions = dimensions(file, find(file, SHAPE, text, what, "a shape"));
    return ArrayHeader.checked(file, numbers, order, dimensions, plausibleBytes);
  }

  private static String text(InputFile file, DataInputStream in, String what) throws IOException {
    byte[] mark = in.readNBytes(MARK.length);
    if (!Arrays.equals(mark, MARK)) {
      throw file.damaged(
          "does not hold NumPy data: " + what + " lacks NumPy's mark; check the path");
    }
    int version = in.readUnsignedShort() >>> 8;
    int length =
        version == 1
            ? Short.toUnsignedInt(Short.reverseBytes(in.readShort()))
            : Integer.reverseBytes(in.readInt());
    if (version < 1 || version > 3 || length < 0 || length > MAX_TEXT) {
      throw file.damaged(
          "has a damaged NumPy header (version %d, length %d); get a new copy"
              .formatted(version, length));
    }
    byte[] text = new byte[length];
    in.readFully(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private static String find(
      InputFile file, Pattern pattern, String text, String what, String missing) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw file.damaged(
          "has a NumPy header without %s for %s; save it again as uint8 or float32"
              .formatted(missing, what));
    }
    return matcher.group(1);
  }

  private static @Nullable NumberType type(String descr) {
    if (descr.isEmpty() || "<>|=".indexOf(descr.charAt(0)) < 0) {
      return null;
    }
    return switch (descr.substring(1)) {
      case "b1" -> NumberType.BOOLEAN;
      case "u1" -> NumberType.UINT8;
      case "i1" -> NumberType.INT8;
      case "u2" -> NumberType.UINT16;
      case "i2" -> NumberType.INT16;
      case "u4" -> NumberType.UINT32;
      case "i4" -> NumberType.INT32;
      case "i8" -> NumberType.INT64;
      case "f4" -> NumberType.FLOAT32;
      case "f8" -> NumberType.FLOAT64;
      default -> null;
    };
  }

  private static long[] dimensions(InputFile file, String text) {
    try {
      return Arrays.stream(text.split(","))
          .map(part -> part.replace("L", "").strip()) // Python 2 wrote long numbers with an L
          .filter(part -> !part.isEmpty())
          .mapToLong(Long::parseLong)
          .toArray();
    } catch (NumberFormatException e) {
      throw file.damaged("has a damaged NumPy header: its shape is (" + text + "); get a new copy");
    }
  }
}
