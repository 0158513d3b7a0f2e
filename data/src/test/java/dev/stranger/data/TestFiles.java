package dev.stranger.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes small files of the formats that the readers know. */
final class TestFiles {

  private TestFiles() {}

  /** An IDX file of bytes 0, 1, 2 ... */
  static byte[] idx(int... dimensions) {
    int size = 1;
    for (int dimension : dimensions) {
      size *= dimension;
    }
    ByteBuffer file = ByteBuffer.allocate(4 + 4 * dimensions.length + size);
    file.putInt(0x0800 | dimensions.length);
    for (int dimension : dimensions) {
      file.putInt(dimension);
    }
    for (int i = 0; i < size; i++) {
      file.put((byte) i);
    }
    return file.array();
  }

  static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    }
    return out.toByteArray();
  }

  /**
   * An array as NumPy saves it; {@code numbers} must already be in the order that {@code type}
   * says.
   */
  static byte[] npy(String type, boolean fortran, String shape, byte[] numbers) {
    String head =
        "{'descr': %s, 'fortran_order': %s, 'shape': %s, }"
            .formatted(type, fortran ? "True" : "False", shape);
    int length = (10 + head.length() + 1 + 63) / 64 * 64 - 10;
    byte[] text =
        (head + " ".repeat(length - head.length() - 1) + "\n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer file =
        ByteBuffer.allocate(10 + length + numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    file.putShort((short) length).put(text).put(numbers);
    return file.array();
  }

  static byte[] floats(ByteOrder order, float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(order);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  /** A zip archive of name, content, name, content ... */
  static byte[] zip(Object... namesAndContents) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        zip.putNextEntry(new ZipEntry((String) namesAndContents[i]));
        zip.write((byte[]) namesAndContents[i + 1]);
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }

  /** A zip archive of one entry that is not compressed. */
  static byte[] storedZip(String name, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    CRC32 sum = new CRC32();
    sum.update(content);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(sum.getValue());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(entry);
      zip.write(content);
    }
    return out.toByteArray();
  }

  /** {@code count} CIFAR-10 records; image i has label i and pixels i. */
  static byte[] cifar10(int count) {
    ByteBuffer file = ByteBuffer.allocate(count * 3073);
    for (int i = 0; i < count; i++) {
      file.put((byte) i);
      for (int p = 0; p < 3072; p++) {
        file.put((byte) (i + p % 7));
      }
    }
    return file.array();
  }
}
