package dev.stranger.calibrate;

import dev.stranger.DataException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** The form of a saved state: a mark, the version of the form, the content, and a checksum. */
final class SavedBytes {

  private static final int MARK = 0x53744472; // StDr
  private static final int VERSION = 2;
  private static final String REMEDY = "; take an earlier copy, or start a new monitor";

  interface Content {
    void to(DataOutputStream out) throws IOException;
  }

  interface Reader<T> {
    T from(DataInputStream in) throws IOException;
  }

  private SavedBytes() {}

  static byte[] write(Content content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MARK);
      out.writeInt(VERSION);
      content.to(out);
      out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new UncheckedIOException("memory takes all bytes", e);
    }
    return bytes.toByteArray();
  }

  /**
   * @throws DataException when the bytes are not what was written
   */
  static <T> T read(byte[] saved, Reader<T> reader) {
    int end = saved.length - Integer.BYTES;
    if (end < 2 * Integer.BYTES || ByteBuffer.wrap(saved).getInt(0) != MARK) {
      throw new DataException("this is no saved drift monitor" + REMEDY);
    }
    if (ByteBuffer.wrap(saved).getInt(end) != checksum(saved, end)) {
      throw new DataException("the saved drift monitor is damaged" + REMEDY);
    }
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(saved, Integer.BYTES, end - Integer.BYTES))) {
      int version = in.readInt();
      if (version != VERSION) {
        throw new DataException(
            "the drift monitor was saved in form %d, this version reads %d%s"
                .formatted(version, VERSION, REMEDY));
      }
      return reader.from(in);
    } catch (IOException | IllegalArgumentException e) {
      throw new DataException(
          "the saved drift monitor is damaged (%s)%s".formatted(e.getMessage(), REMEDY), e);
    }
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, length);
    return (int) sum.getValue();
  }

  static void write(float[] values, DataOutputStream out) throws IOException {
    out.writeInt(values.length);
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * values.length);
    bytes.asFloatBuffer().put(values);
    out.write(bytes.array());
  }

  static float[] readFloats(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available() / Float.BYTES) {
      throw new IllegalArgumentException(count + " scores");
    }
    float[] values = new float[count];
    ByteBuffer.wrap(in.readNBytes(Float.BYTES * count)).asFloatBuffer().get(values);
    return values;
  }
}
