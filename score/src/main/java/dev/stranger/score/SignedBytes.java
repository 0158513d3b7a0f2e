package dev.stranger.score;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * The bytes of a detector file and the signature at their end: one more entry of the metadata,
 * appended to the file, so that any ONNX runtime reads it as before. What is signed is the file as
 * it was without that entry, with zeros in the place of its checksum.
 *
 * @param file not copied
 * @param checksum where it stands in the file
 * @param end of what is signed
 * @param signature empty when there is none
 */
record SignedBytes(byte[] file, int checksum, int end, byte[] signature) {

  static final String KEY = "stranger.signature";

  private static final int SIGNATURE_BYTES = 64;
  private static final int TEXT_LENGTH = 88; // in Base64
  private static final byte[] HEAD = head();

  /** The protobuf of an entry of the metadata up to its value: field 14, fields 1 and 2 in it. */
  private static byte[] head() {
    byte[] key = KEY.getBytes(StandardCharsets.US_ASCII);
    int entry = 2 + key.length + 2 + TEXT_LENGTH;
    return ByteBuffer.allocate(6 + key.length)
        .put(new byte[] {14 << 3 | 2, (byte) entry, 1 << 3 | 2, (byte) key.length})
        .put(key)
        .put(new byte[] {2 << 3 | 2, TEXT_LENGTH})
        .array();
  }

  static SignedBytes of(byte[] file, int checksum) {
    int end = file.length - HEAD.length - TEXT_LENGTH;
    boolean hasHead =
        end >= checksum + DetectorFile.NO_CHECKSUM.length()
            && Arrays.equals(file, end, end + HEAD.length, HEAD, 0, HEAD.length);
    if (!hasHead) {
      return new SignedBytes(file, checksum, file.length, new byte[0]);
    }
    byte[] text = Arrays.copyOfRange(file, end + HEAD.length, file.length);
    return new SignedBytes(file, checksum, end, decoded(text));
  }

  /** What is signed. */
  List<ByteBuffer> content() {
    return DetectorFile.blank(file, checksum, end);
  }

  private static byte[] decoded(byte[] text) {
    try {
      byte[] signature = Base64.getDecoder().decode(text);
      return signature.length == SIGNATURE_BYTES ? signature : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  boolean isSigned() {
    return signature.length > 0;
  }

  /** The file with a signature, still with zeros in the place of its checksum. */
  byte[] with(byte[] signature) {
    byte[] text = Base64.getEncoder().encode(signature);
    ByteBuffer signed = ByteBuffer.allocate(end + HEAD.length + text.length);
    content().forEach(signed::put);
    return signed.put(HEAD).put(text).array();
  }
}
