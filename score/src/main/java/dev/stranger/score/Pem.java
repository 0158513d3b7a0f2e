package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys in PEM files. */
final class Pem {

  static final String ALGORITHM = "Ed25519";

  private static final String PRIVATE = "PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";
  private static final int MOST_BYTES = 1 << 14;
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");

  private Pem() {}

  static PublicKey readPublicKey(Path file) {
    byte[] encoded = read(file, PUBLIC, "openssl pkey -in KEY.pem -pubout");
    try {
      return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw notEd25519(file, e);
    }
  }

  static PrivateKey readPrivateKey(Path file) {
    byte[] encoded = read(file, PRIVATE, "openssl genpkey -algorithm ed25519");
    try {
      return KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw notEd25519(file, e);
    }
  }

  private static DataException notEd25519(Path file, Exception e) {
    return new DataException(file + " holds no Ed25519 key; make a new pair", e, Remedy.NEW_KEY);
  }

  private static byte[] read(Path file, String kind, String remedy) {
    Matcher block = BLOCK.matcher(text(file));
    if (!block.find() || !block.group(1).equals(kind)) {
      throw new DataException(
          "%s holds no '%s' in PEM; make one with: %s".formatted(file, kind, remedy),
          Remedy.NEW_KEY);
    }
    try {
      return Base64.getMimeDecoder().decode(block.group(2));
    } catch (IllegalArgumentException e) {
      throw notEd25519(file, e);
    }
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new DataException(file + " is too large for a key; check the path");
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new DataException(
          "cannot read the key %s (%s); check the path".formatted(file, e.getMessage()), e);
    }
  }

  static void writeNewKeys(Path secret, Path open) {
    KeyPair pair = newPair();
    requireFree(open);
    write(secret, PRIVATE, pair.getPrivate().getEncoded(), "rw-------");
    try {
      write(open, PUBLIC, pair.getPublic().getEncoded(), "rw-r--r--");
    } catch (DataException e) {
      delete(secret, e);
      throw e;
    }
  }

  /** Half a pair is of no use, and would be in the way of the next try. */
  private static void delete(Path file, Exception why) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  private static KeyPair newPair() {
    try {
      return KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has Ed25519", e);
    }
  }

  private static void requireFree(Path file) {
    if (Files.exists(file)) {
      throw new DataException(file + " exists already; choose another name");
    }
  }

  /** A key is never written over another one: what that one signed could not be renewed. */
  private static void write(Path file, String kind, byte[] encoded, String permissions) {
    requireFree(file);
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    String text = "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, base64, kind);
    ByteBuffer left = StandardCharsets.US_ASCII.encode(text);
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    boolean created = false;
    try (var channel = Files.newByteChannel(file, options, attributes(file, permissions))) {
      created = true;
      while (left.hasRemaining()) {
        channel.write(left);
      }
    } catch (FileAlreadyExistsException e) {
      throw new DataException(file + " exists already; choose another name", e);
    } catch (IOException e) {
      if (created) {
        delete(file, e);
      }
      throw new DataException(
          "cannot write %s (%s); choose another place".formatted(file, e.getMessage()), e);
    }
  }

  private static FileAttribute<?>[] attributes(Path file, String permissions) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
