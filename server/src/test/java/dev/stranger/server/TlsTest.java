package dev.stranger.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.RequestException;
import dev.stranger.server.live.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encrypted connections, with certificates that each test makes for itself. */
class TlsTest {

  private static final String PASSWORD = "changeit";
  private static final Limits HURRIED = Limits.DEFAULT.withRequestTime(Duration.ofSeconds(1));

  @TempDir static Path folder;

  /** A certificate for localhost and its key. */
  private static KeyStore made(String algorithm) throws IOException, InterruptedException {
    Path file = folder.resolve(algorithm + ".p12");
    return Files.exists(file) ? opened(file) : opened(written(file, algorithm));
  }

  private static Path written(Path file, String algorithm)
      throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                "test",
                "-keyalg",
                algorithm,
                "-keysize",
                algorithm.equals("RSA") ? "2048" : "256",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1",
                "-validity",
                "2",
                "-J-XX:TieredStopAtLevel=1")
            .redirectErrorStream(true)
            .start();
    assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return file;
  }

  private static KeyStore opened(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD.toCharArray());
      return store;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static Path pem(String name, String kind, byte[] bytes) throws IOException {
    String text =
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(bytes), kind);
    return Files.writeString(folder.resolve(name), text, US_ASCII);
  }

  private static ServerOptions.Tls written(KeyStore store)
      throws IOException, GeneralSecurityException {
    return new ServerOptions.Tls(
        pem("certificate.pem", "CERTIFICATE", store.getCertificate("test").getEncoded()),
        pem("key.pem", "PRIVATE KEY", store.getKey("test", PASSWORD.toCharArray()).getEncoded()));
  }

  private static HttpClient trusting(Certificate certificate)
      throws IOException, GeneralSecurityException {
    return HttpClient.newBuilder().sslContext(contextTrusting(certificate)).build();
  }

  private static SSLContext contextTrusting(Certificate certificate)
      throws IOException, GeneralSecurityException {
    KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, null);
    known.setCertificateEntry("test", certificate);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(known);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static RunningServer start(ServerOptions.Tls tls) throws IOException {
    return start(tls, Limits.DEFAULT);
  }

  private static RunningServer start(ServerOptions.Tls tls, Limits limits) throws IOException {
    Path detectors = Files.createDirectories(folder.resolve("detectors"));
    return RunningServer.of(detectors, List.of("table"), options -> options.with(tls).with(limits));
  }

  private static Socket connect(RunningServer running) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), running.server().port());
  }

  /** What a client says first. */
  private static byte[] clientHello(SSLContext context) throws IOException {
    SSLEngine engine = context.createSSLEngine("localhost", 443);
    engine.setUseClientMode(true);
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), hello);
    return Arrays.copyOf(hello.array(), hello.position());
  }

  /** Sends a byte now and then, and says when the server has closed. */
  private static Duration cutOff(Socket socket, byte[] bytes) throws InterruptedException {
    long begin = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      try {
        socket.getOutputStream().write(bytes[i]);
      } catch (IOException e) {
        return Duration.ofNanos(System.nanoTime() - begin);
      }
      Thread.sleep(100);
    }
    throw new AssertionError("it is not cut off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC"})
  void certificateAndKeyFromPemFilesEncryptTheConnection(String algorithm) throws Exception {
    KeyStore store = made(algorithm);
    try (RunningServer running = start(written(store))) {
      URI address = running.server().address();
      assertThat(address.getScheme()).isEqualTo("https");
      HttpResponse<String> answer =
          trusting(store.getCertificate("test"))
              .send(
                  HttpRequest.newBuilder(address.resolve("/v2/health/ready")).build(),
                  BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{\"ready\":true}");
      RunningServer.assertProtected(answer.headers());
      assertThat(answer.sslSession().orElseThrow().getProtocol()).isIn("TLSv1.3", "TLSv1.2");
      assertThat(running.raw("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
          .as("nothing is said in clear")
          .doesNotContain("200");
    }
  }

  @Test
  @Tag("slow")
  void aHandshakeThatComesByteByByteIsCutOff() throws Exception {
    KeyStore store = made("EC");
    try (RunningServer running = start(written(store), HURRIED)) {
      SSLContext context = contextTrusting(store.getCertificate("test"));
      try (Socket slow = connect(running)) {
        assertThat(cutOff(slow, clientHello(context)))
            .isBetween(HURRIED.requestTime(), HURRIED.requestTime().multipliedBy(6));
      }
      requireReady(running, store);
    }
  }

  @Test
  @Tag("slow")
  void anEncryptedRequestThatComesByteByByteIsCutOff() throws Exception {
    KeyStore store = made("EC");
    try (RunningServer running = start(written(store), HURRIED);
        Socket slow = connect(running)) {
      SSLContext context = contextTrusting(store.getCertificate("test"));
      SSLSocket encrypted =
          (SSLSocket) context.getSocketFactory().createSocket(slow, "localhost", 443, true);
      encrypted.startHandshake();
      byte[] begin = {23, 3, 3, 62, (byte) 128}; // of a record of 16,000 bytes
      assertThat(cutOff(slow, Arrays.copyOf(begin, 100)))
          .isBetween(HURRIED.requestTime(), HURRIED.requestTime().multipliedBy(6));
      requireReady(running, store);
    }
  }

  private static void requireReady(RunningServer running, KeyStore store) throws Exception {
    URI ready = running.server().address().resolve("/v2/health/ready");
    assertThat(
            trusting(store.getCertificate("test"))
                .send(HttpRequest.newBuilder(ready).build(), BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void filesThatAreNoCertificateOrKeyAreNamed() throws Exception {
    ServerOptions.Tls good = written(made("EC"));
    Path none = folder.resolve("none.pem");
    Path empty = Files.createFile(folder.resolve("empty.pem"));
    Path broken = pem("broken.pem", "PRIVATE KEY", new byte[] {1, 2, 3});
    for (ServerOptions.Tls bad :
        List.of(
            new ServerOptions.Tls(none, good.key()),
            new ServerOptions.Tls(good.certificate(), none),
            new ServerOptions.Tls(empty, good.key()),
            new ServerOptions.Tls(good.certificate(), empty),
            new ServerOptions.Tls(good.certificate(), broken))) {
      assertThatThrownBy(() -> start(bad).close())
          .isInstanceOf(RequestException.class)
          .hasMessageStartingWith("cannot use the certificate " + bad.certificate())
          .hasMessageContaining("with the key " + bad.key())
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void aKeyOfAnotherCertificateIsRefusedAtTheStart() throws Exception {
    byte[] key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate().getEncoded();
    ServerOptions.Tls other =
        new ServerOptions.Tls(
            written(made("EC")).certificate(), pem("other.pem", "PRIVATE KEY", key));
    assertThatThrownBy(() -> start(other).close())
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("the key is not that of the certificate");
  }
}
