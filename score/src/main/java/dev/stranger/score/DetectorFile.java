package dev.stranger.score;

import dev.stranger.CompleteFile;
import dev.stranger.DetectorFileException;
import dev.stranger.Remedy;
import dev.stranger.RequestException;
import dev.stranger.Sha256;
import dev.stranger.score.onnx.CheckedModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;

/**
 * The file a detector is kept in: an ONNX model whose metadata carries a checksum over the whole
 * file. A file is written completely or not at all, and one that was changed in a single bit is not
 * opened. A checksum is no signature: whoever can write the file can make a new one; {@link
 * TrustedKeys} tell who wrote it.
 */
public final class DetectorFile {

  /** Metadata key of the checksum. */
  static final String CHECKSUM_KEY = "stranger.sha256";

  /** What stands in the place of the checksum while it is computed. */
  static final String NO_CHECKSUM = "0".repeat(64);

  /** Larger files are not read. */
  public static final long MAX_BYTES = 1L << 30;

  private static final byte[] KEY = CHECKSUM_KEY.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ZEROS = NO_CHECKSUM.getBytes(StandardCharsets.US_ASCII);

  private DetectorFile() {}

  /** As {@link #read(Path, OpenOptions)}, whoever made the file. */
  public static CheckedModel read(Path file) {
    return read(file, OpenOptions.DEFAULT);
  }

  /**
   * Reads a file and checks everything that can be checked without running it: checksum, signature,
   * and what its graph would do. {@link Detector} does so itself; this is for whoever runs the
   * graph elsewhere.
   *
   * @throws DetectorFileException when it is missing, foreign, damaged, not signed as asked for, or
   *     not safe to run
   */
  public static CheckedModel read(Path file, OpenOptions options) {
    return check(readAll(file), file.toString(), options);
  }

  /**
   * The same for a stream, which is read to its end and not closed.
   *
   * @param place names the detector in complaints
   */
  static CheckedModel read(InputStream in, String place, OpenOptions options) {
    try {
      return check(in.readNBytes((int) MAX_BYTES + 1), place, options);
    } catch (IOException e) {
      throw new DetectorFileException("cannot read " + place + ": " + e.getMessage(), e);
    }
  }

  static CheckedModel check(byte[] model, String place, OpenOptions options) {
    requireSize(model.length, place);
    options.signers().require(signed(model, place), place);
    return CheckedModel.of(model, place, options.operators());
  }

  /**
   * What a file says of itself. Checks it as {@link #read(Path, OpenOptions)} does, and does not
   * run it: a few milliseconds, where opening a {@link Detector} judges its test vectors too.
   */
  public static Metadata metadata(Path file, OpenOptions options) {
    CheckedModel model = read(file, options);
    return Metadata.parse(model.properties(), model.place());
  }

  /** Whether a file carries a signature, anybody's. */
  public static boolean isSigned(Path file) {
    return readSealed(file).isSigned();
  }

  /**
   * @throws DetectorFileException when it is missing, foreign, damaged or not safe to run
   */
  static SignedBytes readSealed(Path file) {
    return signed(read(file).bytes(), file.toString());
  }

  /** A file whose checksum is right. */
  private static SignedBytes signed(byte[] model, String place) {
    int at = checksumPosition(model);
    if (at < 0) {
      throw new DetectorFileException(
          place + " is no detector of Stranger, or cut short; train one", Remedy.TRAIN);
    }
    String stored = new String(model, at, ZEROS.length, StandardCharsets.US_ASCII);
    if (!stored.equals(sha256(blank(model, at, model.length)))) {
      throw new DetectorFileException(place + " is damaged (its checksum differs); get a new copy");
    }
    return SignedBytes.of(model, at);
  }

  /** A file up to an end with zeros in the place of its checksum, in parts that are no copies. */
  static List<ByteBuffer> blank(byte[] model, int at, int end) {
    int behind = at + ZEROS.length;
    return List.of(
        ByteBuffer.wrap(model, 0, at),
        ByteBuffer.wrap(ZEROS),
        ByteBuffer.wrap(model, behind, end - behind));
  }

  private static byte[] readAll(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new DetectorFileException("there is no detector file " + file + "; check the path");
      }
      requireSize(Files.size(file), file.toString());
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new DetectorFileException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static void requireSize(long bytes, String place) {
    if (bytes > MAX_BYTES) {
      throw new DetectorFileException(
          "%s has %,d bytes, a detector has at most %,d; use smaller samples"
              .formatted(place, bytes, MAX_BYTES));
    }
  }

  /**
   * Fills in the checksum of a model and writes it, completely or not at all.
   *
   * @param model an ONNX model with {@link #NO_CHECKSUM} under {@link #CHECKSUM_KEY}
   * @throws DetectorFileException when it is larger than what can be read again
   * @throws RequestException when it cannot be written
   */
  static void write(byte[] model, Path file) {
    requireSize(model.length, file.toString());
    byte[] sealed = sealed(model);
    CompleteFile.write(file, out -> out.write(sealed));
  }

  static byte[] sealed(byte[] model) {
    int at = checksumPosition(model);
    if (at < 0) {
      throw new IllegalArgumentException("the model has no " + CHECKSUM_KEY);
    }
    byte[] sealed = model.clone();
    byte[] checksum = sha256(blank(model, at, model.length)).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(checksum, 0, sealed, at, checksum.length);
    return sealed;
  }

  /** Where the checksum stands: behind its key, one field tag and one length byte. */
  private static int checksumPosition(byte[] model) {
    for (int i = model.length - KEY.length - 2 - NO_CHECKSUM.length(); i >= 0; i--) {
      if (startsWithKey(model, i) && model[i + KEY.length + 1] == NO_CHECKSUM.length()) {
        return i + KEY.length + 2;
      }
    }
    return -1;
  }

  private static boolean startsWithKey(byte[] model, int at) {
    for (int i = 0; i < KEY.length; i++) {
      if (model[at + i] != KEY[i]) {
        return false;
      }
    }
    return true;
  }

  private static String sha256(List<ByteBuffer> parts) {
    MessageDigest digest = Sha256.digest();
    parts.forEach(digest::update);
    return Sha256.hex(digest);
  }
}
