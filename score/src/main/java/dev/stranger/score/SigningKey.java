package dev.stranger.score;

import dev.stranger.CompleteFile;
import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.RequestException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;

/**
 * A private Ed25519 key that signs detector files, so that {@link TrustedKeys} opens these alone.
 * Immutable and safe to use from any number of threads.
 */
public final class SigningKey {

  private final PrivateKey key;

  private SigningKey(PrivateKey key) {
    this.key = key;
  }

  /**
   * @param file a PEM file in PKCS#8, as {@code openssl genpkey -algorithm ed25519} writes it
   * @throws DataException when it holds something else
   */
  public static SigningKey read(Path file) {
    return new SigningKey(Pem.readPrivateKey(file));
  }

  /**
   * Makes a new key and writes both halves.
   *
   * @param secret gets the private key, for its owner alone
   * @param open gets the public key, for those who shall trust it
   * @throws DataException when one of the files exists already, or cannot be written; then none is
   *     made
   */
  public static void create(Path secret, Path open) {
    Pem.writeNewKeys(secret, open);
  }

  /**
   * Signs a detector file; an earlier signature goes away.
   *
   * @param out may be the file itself
   * @throws DetectorFileException when it is no detector
   * @throws RequestException when {@code out} cannot be written
   */
  public void sign(Path detector, Path out) {
    byte[] signed = sign(DetectorFile.readSealed(detector));
    CompleteFile.write(out, file -> file.write(signed));
  }

  private byte[] sign(SignedBytes file) {
    try {
      Signature maker = Signature.getInstance(Pem.ALGORITHM);
      maker.initSign(key);
      for (ByteBuffer part : file.content()) {
        maker.update(part);
      }
      return DetectorFile.sealed(file.with(maker.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform signs with Ed25519", e);
    }
  }
}
