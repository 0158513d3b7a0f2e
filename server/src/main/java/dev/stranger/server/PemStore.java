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
      String algorithm = chain[0].getPublicKey().getAlgorithm();
      store.setKeyEntry("server", key(tls.key(), algorithm), new char[0], chain);
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new RequestException(
          "cannot use the certificate %s with the key %s (%s); give PEM files, the key in PKCS #8"
              .formatted(tls.certificate(), tls.key(), e.getMessage()),
          e);
    }
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
