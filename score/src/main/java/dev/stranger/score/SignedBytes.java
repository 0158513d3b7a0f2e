package dev.stranger.score;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * The bytes of a detector file and the signature at their end: one more entry of the metadata,
 * appended to the file, so that any ONNX runtime reads it as before. What is signed is the file as
 * it was without that entry, with zeros in the place of its checksum.
 *
 * @param content what is signed
 * @param signature empty when there is none
 */
record SignedBytes(byte[] content, byte[] signature) {

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

  /**
   * @param blank a file with zeros in the place of its checksum
   */
  static SignedBytes of(byte[] blank) {
    int end = blank.length - HEAD.length - TEXT_LENGTH;
    if (end < 0 || !Arrays.equals(blank, end, end + HEAD.length, HEAD, 0, HEAD.length)) {
      return new SignedBytes(blank, new byte[0]);
    }
    byte[] text = Arrays.copyOfRange(blank, end + HEAD.length, blank.length);
    return new SignedBytes(Arrays.copyOf(blank, end), decoded(text));
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
    return ByteBuffer.allocate(content.length + HEAD.length + text.length)
        .put(content)
        .put(HEAD)
        .put(text)
        .array();
  }
}
