package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.List;

/**
 * Whose detectors are opened: the public keys of those who sign them ({@link SigningKey}).
 * Immutable and safe to use from any number of threads.
 */
public final class TrustedKeys {

  /** No signature is asked for. */
  public static final TrustedKeys ANYONE = new TrustedKeys(List.of());

  private final List<PublicKey> keys;

  private TrustedKeys(List<PublicKey> keys) {
    this.keys = keys;
  }

  /**
   * @param files public Ed25519 keys, one in each PEM file, as {@code openssl pkey -pubout} and
   *     {@link SigningKey#create} write them
   * @throws DataException when a file holds something else
   */
  public static TrustedKeys read(Path... files) {
    if (files.length == 0) {
      throw new IllegalArgumentException("trust needs at least one key");
    }
    return new TrustedKeys(Arrays.stream(files).map(Pem::readPublicKey).toList());
  }

  /**
   * @throws DetectorFileException when one of the keys must have signed the file, and none has
   */
  void require(SignedBytes file, String place) {
    if (keys.isEmpty()) {
      return;
    }
    if (!file.isSigned()) {
      throw new DetectorFileException(
          place + " is not signed, and a signature is asked for; get a signed copy");
    }
    if (keys.stream().noneMatch(key -> isSigner(key, file))) {
      throw new DetectorFileException(
          place + " was changed after it was signed, or signed with a key that is not trusted");
    }
  }

  private static boolean isSigner(PublicKey key, SignedBytes file) {
    try {
      Signature check = Signature.getInstance(Pem.ALGORITHM);
      check.initVerify(key);
      for (ByteBuffer part : file.content()) {
        check.update(part);
      }
      return check.verify(file.signature());
    } catch (GeneralSecurityException e) {
      return false; // bytes that are no signature at all
    }
  }
}
