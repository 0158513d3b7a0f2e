package dev.stranger.data.catalogue;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.data.InputFile;
import dev.stranger.data.UcrFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** An MD5 sum, which is what the publishers of data state. Guards against damage, not malice. */
public record Checksum(Of of, String md5) {

  /** What the sum is taken of. */
  public enum Of {
    /** The file as it is published. */
    FILE,
    /** What is in the file after decompression, which a repacked copy shares with the original. */
    CONTENT,
    /** The numbers of a UCR file as little-endian floats, however the text spells them. */
    NUMBERS
  }

  /** The sum of a file, to be compared with {@link #md5}. */
  String of(Path file) {
    return switch (of) {
      case FILE -> ofFile(file);
      case CONTENT -> ofContent(file);
      case NUMBERS -> ofNumbers(UcrFile.read(file));
    };
  }

  static String ofFile(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return digest(in);
    } catch (IOException e) {
      throw new DataException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static String ofContent(Path file) {
    InputFile input = new InputFile(file);
    try (InputStream in = input.open()) {
      return digest(in);
    } catch (IOException e) {
      throw input.damaged(e);
    }
  }

  private static String ofNumbers(Dataset series) {
    MessageDigest md5 = md5Digest();
    float[] sample = new float[series.shape().size()];
    ByteBuffer bytes = ByteBuffer.allocate(4 * sample.length).order(ByteOrder.LITTLE_ENDIAN);
    try (Cursor cursor = series.open()) {
      while (cursor.next(sample, 0)) {
        bytes.asFloatBuffer().put(sample);
        md5.update(bytes.array());
      }
    }
    return HexFormat.of().formatHex(md5.digest());
  }

  private static String digest(InputStream in) throws IOException {
    MessageDigest md5 = md5Digest();
    new DigestInputStream(in, md5).transferTo(OutputStream.nullOutputStream());
    return HexFormat.of().formatHex(md5.digest());
  }

  private static MessageDigest md5Digest() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
