package dev.stranger.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stranger.RequestException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** A certificate and its key, from PEM files, as Java wants them. */
final class PemStore {

  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  private PemStore() {}

  /**
   * @throws RequestException when one of the files is not what it should be
   */
  static KeyStore read(ServerOptions.Tls tls) {
    try {
      Certificate[] chain = certificates(tls.certificate());
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      PublicKey owner = chain[0].getPublicKey();
      PrivateKey key = key(tls.key(), owner.getAlgorithm());
      requirePair(key, owner);
      store.setKeyEntry("server", key, new char[0], chain);
      return store;
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new RequestException(
          "cannot use the certificate %s with the key %s (%s); give PEM files, the key in PKCS #8"
              .formatted(tls.certificate(), tls.key(), e.getMessage()),
          e);
    }
  }

  /** Else the server would start, and every connection would fail. */
  private static void requirePair(PrivateKey key, PublicKey owner)
      throws IOException, GeneralSecurityException {
    Signature signature = Signature.getInstance(signatureOf(owner.getAlgorithm()));
    byte[] text = "whether key and certificate belong together".getBytes(US_ASCII);
    signature.initSign(key);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(owner);
    signature.update(text);
    if (!signature.verify(signed)) {
      throw new IOException("the key is not that of the certificate");
    }
  }

  private static String signatureOf(String algorithm) {
    return switch (algorithm) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> algorithm; // such as EdDSA, which is a signature itself
    };
  }

  private static Certificate[] certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
      if (chain.length == 0) {
        throw new IOException("there is no certificate");
      }
      return chain;
    }
  }

  private static PrivateKey key(Path file, String algorithm)
      throws IOException, GeneralSecurityException {
    String text = Files.readString(file, US_ASCII);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException("the key does not begin with " + BEGIN);
    }
    byte[] bytes = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
  }
}
