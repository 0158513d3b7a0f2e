package dev.stranger.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stranger.RequestException;
import dev.stranger.Sha256;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the server: those who send a token of a file, one a line. The file is read again when
 * it changes; one that cannot be read, or is empty, lets nobody in who was not let in before.
 * Thread-safe.
 */
final class Tokens {

  private static final System.Logger LOG = System.getLogger("dev.stranger.server");
  private static final String SCHEME = "Bearer ";
  private static final long LOOK_EVERY_NANOS = 1_000_000_000L;

  private final Path file;
  private List<byte[]> digests;
  private @Nullable FileTime read;
  private long looked;

  /**
   * @throws RequestException when there is no token in the file
   */
  Tokens(Path file) {
    this.file = file;
    try {
      this.read = Files.getLastModifiedTime(file);
      this.digests = digests(file);
      this.looked = System.nanoTime();
    } catch (IOException e) {
      throw new RequestException(
          "cannot read the tokens in %s (%s)".formatted(file, e.getMessage()), e);
    }
    if (digests.isEmpty()) {
      throw new RequestException(
          "%s holds no token; write one a line, such as what 'openssl rand -hex 32' prints"
              .formatted(file));
    }
  }

  private static List<byte[]> digests(Path file) throws IOException {
    return Files.readString(file, UTF_8)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(Tokens::digest)
        .toList();
  }

  /** Of equal length for all tokens, so that a comparison tells nothing of them. */
  private static byte[] digest(String token) {
    return Sha256.digest().digest(token.getBytes(UTF_8));
  }

  /**
   * @param authorization the header of that name
   */
  boolean admit(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    byte[] sent = digest(authorization.substring(SCHEME.length()).strip());
    boolean known = false;
    for (byte[] digest : current()) {
      known |= MessageDigest.isEqual(digest, sent);
    }
    return known;
  }

  private synchronized List<byte[]> current() {
    if (System.nanoTime() - looked > LOOK_EVERY_NANOS) {
      looked = System.nanoTime();
      try {
        FileTime modified = Files.getLastModifiedTime(file);
        if (!modified.equals(read)) {
          List<byte[]> found = digests(file);
          read = modified;
          if (found.isEmpty()) {
            LOG.log(Level.WARNING, "{0} holds no token now; the ones before stay", file);
          } else {
            digests = found;
            LOG.log(Level.INFO, "{0} tokens read from {1}", found.size(), file);
          }
        }
      } catch (IOException e) {
        LOG.log(Level.WARNING, "cannot read {0}; the tokens before stay", file);
      }
    }
    return digests;
  }
}
