package dev.stranger;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The checksum by which files, samples and results are known. */
public final class Sha256 {

  private Sha256() {}

  /** A new digest, to be fed piece by piece. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Of all that a digest was fed with, in 64 small hexadecimal digits. */
  public static String hex(MessageDigest fed) {
    return HexFormat.of().formatHex(fed.digest());
  }

  /** Of some bytes. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }
}
