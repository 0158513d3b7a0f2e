package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SigningTest {

  @TempDir private Path folder;
  private Path secret;
  private Path open;
  private Path file;

  @BeforeEach
  void signADetector() {
    secret = folder.resolve("key.pem");
    open = folder.resolve("key.pub.pem");
    SigningKey.create(secret, open);
    file = SmallDetector.write(folder);
    SigningKey.read(secret).sign(file, file);
  }

  @Test
  void aSignedDetectorJudgesAsBeforeWithAndWithoutTrust() {
    float[] point = {3, 4};
    try (Detector trusted = Detector.open(file, OpenOptions.DEFAULT.with(TrustedKeys.read(open)));
        Detector any = Detector.open(file)) {
      assertThat(trusted.judge(point).score()).isEqualTo(25);
      assertThat(any.judge(point)).isEqualTo(trusted.judge(point));
    }
    assertThat(DetectorFile.isSigned(file)).isTrue();
  }

  @Test
  void anUnsignedDetectorIsRefusedWhenTrustIsAskedFor() {
    Path unsigned = SmallDetector.write(folder);
    assertThat(DetectorFile.isSigned(unsigned)).isFalse();
    assertRefused(unsigned, "is not signed");
  }

  @Test
  void aDetectorOfAnotherSignerIsRefused() {
    Path other = folder.resolve("other.pem");
    SigningKey.create(other, folder.resolve("other.pub.pem"));
    SigningKey.read(other).sign(file, file);
    assertRefused(file, "was changed after it was signed, or signed with a key");
    Detector.open(
            file, OpenOptions.DEFAULT.with(TrustedKeys.read(open, folder.resolve("other.pub.pem"))))
        .close();
  }

  /** Whoever changes a file can make a new checksum, but no new signature. */
  @Test
  void aChangedDetectorIsRefusedThoughItsChecksumIsRight() throws IOException {
    byte[] signed = Files.readAllBytes(file);
    Path forged = folder.resolve("forged.onnx");
    Random random = new Random(7);
    int tried = 0;
    while (tried < 300) {
      byte[] changed = signed.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      byte[] sealed = reseal(changed);
      if (!Arrays.equals(sealed, signed)) { // else it was the checksum that was hit
        Files.write(forged, sealed);
        assertThatThrownBy(
                () -> Detector.open(forged, OpenOptions.DEFAULT.with(TrustedKeys.read(open))))
            .as("change %d", tried++)
            .isInstanceOf(DetectorFileException.class);
      }
    }
  }

  /** A new checksum for what somebody changed, where it still has one. */
  private static byte[] reseal(byte[] changed) {
    String text = new String(changed, StandardCharsets.ISO_8859_1);
    if (!text.contains(DetectorFile.CHECKSUM_KEY + "\u0012@")) {
      return changed;
    }
    int at = text.lastIndexOf(DetectorFile.CHECKSUM_KEY) + DetectorFile.CHECKSUM_KEY.length() + 2;
    byte[] blank =
        (text.substring(0, at) + DetectorFile.NO_CHECKSUM + text.substring(at + 64))
            .getBytes(StandardCharsets.ISO_8859_1);
    return DetectorFile.sealed(blank);
  }

  @Test
  void aSignatureOfAnotherFileIsRefused() throws IOException {
    Path other =
        SmallDetector.write(
            Files.createDirectory(folder.resolve("other")),
            model -> model.getMetadataPropsBuilder(0).setValue("another card"));
    byte[] signed = Files.readAllBytes(file);
    byte[] unsigned = Files.readAllBytes(other);
    int entry = 6 + SignedBytes.KEY.length() + 88;
    byte[] joined = Arrays.copyOf(unsigned, unsigned.length + entry);
    System.arraycopy(signed, signed.length - entry, joined, unsigned.length, entry);
    Files.write(other, reseal(joined));
    assertRefused(other, "was changed after it was signed");
  }

  @Test
  void signingAgainReplacesTheSignature() throws IOException {
    long size = Files.size(file);
    Path again = folder.resolve("again.onnx");
    SigningKey.read(secret).sign(file, again);
    assertThat(Files.size(again)).isEqualTo(size);
    assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(file));
  }

  @Test
  void aKeyIsForItsOwnerAloneAndNeverWrittenOver() throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
          .isEqualTo("rw-------");
    }
    assertThatThrownBy(() -> SigningKey.create(secret, folder.resolve("new.pub.pem")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("key.pem exists already");
    assertThatThrownBy(() -> SigningKey.create(folder.resolve("new.pem"), open))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("key.pub.pem exists already");
    assertThat(folder.resolve("new.pem")).doesNotExist();
  }

  @Test
  void halfAPairIsNotLeftWhereTheOtherHalfCannotBeWritten() throws IOException {
    Path alone = folder.resolve("new.pem");
    Path elsewhere = folder.resolve("none");
    assertThatThrownBy(() -> SigningKey.create(alone, elsewhere.resolve("new.pub.pem")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("cannot write");
    assertThat(alone).doesNotExist();
    Files.createDirectory(elsewhere);
    SigningKey.create(alone, elsewhere.resolve("new.pub.pem"));
  }

  /** As on a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void halfAKeyIsNotLeft() throws Exception {
    Path cut = folder.resolve("cut.pem");
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -f 0; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                NewKeys.class.getName(),
                cut.toString(),
                cut + ".pub")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(said).contains("cannot write " + cut);
    assertThat(cut).doesNotExist();
  }

  /** A program that makes keys, and says why it cannot. */
  static final class NewKeys {
    public static void main(String[] args) {
      try {
        SigningKey.create(Path.of(args[0]), Path.of(args[1]));
      } catch (DataException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void aFileThatIsNoKeyIsRefused() throws IOException {
    assertThatThrownBy(() -> TrustedKeys.read(secret))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("key.pem holds no 'PUBLIC KEY' in PEM");
    assertThatThrownBy(() -> SigningKey.read(open)).isInstanceOf(DataException.class);
    Path none = folder.resolve("none.pem");
    assertThatThrownBy(() -> TrustedKeys.read(none))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("cannot read the key");
    Files.writeString(none, "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n");
    assertThatThrownBy(() -> TrustedKeys.read(none))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("holds no Ed25519 key");
  }

  private void assertRefused(Path detector, String why) {
    assertThatThrownBy(
            () -> Detector.open(detector, OpenOptions.DEFAULT.with(TrustedKeys.read(open))))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining(why);
  }
}
