package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged files of every kind: the only answers are data or a {@link DataException}. */
class ReaderFuzzTest {

  private static final int ROUNDS = 2000;
  private static final long MEMORY = 64 << 20;

  @TempDir static Path folder;

  private record Format(String name, byte[] file, Function<Path, Dataset> reader) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Format> formats() throws IOException {
    byte[] array = TestFiles.npy("'<f4'", false, "(3, 2, 4)", new byte[96]);
    String table = "a,b,c\n1,2,3\n4.5,-6e3,7\n\"8\",9,10\n";
    String mixed = "day;kind;x\n2025-01-31;r\u00f6t;1,5\n2025-02-01;\"bl;au\";NA\n";
    String lines = "{\"a\": 1, \"b\": \"x\"}\n{\"a\": null, \"b\": \"y\"}\n";
    String series = "1\t0.5\t0.25\t1\n2\t3\t4\t5\n";
    return Stream.of(
        new Format("idx", TestFiles.idx(4, 3, 3), IdxFile::read),
        new Format("idx.gz", TestFiles.gzip(TestFiles.idx(4, 3, 3)), IdxFile::read),
        new Format("cifar10", TestFiles.cifar10(2), Cifar10File::read),
        new Format("npy", array, NumpyFile::readNpy),
        new Format("npz", TestFiles.zip("a.npy", array), path -> NumpyFile.readNpz(path, null)),
        new Format(
            "npz stored",
            TestFiles.storedZip("a.npy", array),
            path -> NumpyFile.readNpz(path, null)),
        new Format("mat", SvhnFileTest.mat(folder, 3, 3, 0), SvhnFile::read),
        new Format("mat deflated", SvhnFileTest.mat(folder, 3, 3, 5), SvhnFile::read),
        new Format("csv", utf8(table), path -> TableFile.read(path, TableOptions.DEFAULT)),
        new Format("mixed csv", utf8(mixed), path -> TableFile.read(path, TableOptions.DEFAULT)),
        new Format("json", utf8(lines), path -> TableFile.read(path, TableOptions.DEFAULT)),
        new Format("ucr", utf8(series), UcrFile::read),
        image("png"),
        image("jpg"),
        image("gif"),
        image("bmp"),
        image("tiff"),
        new Format(
            "webp",
            Base64.getDecoder().decode(ImageFolderTest.WEBP),
            path -> ImageFolder.read(path, ImageOptions.DEFAULT)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Format image(String format) throws IOException {
    BufferedImage image = new BufferedImage(9, 7, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < 63; i++) {
      image.setRGB(i % 9, i / 9, i * 0x030507);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, format, out);
    return new Format(
        format, out.toByteArray(), path -> ImageFolder.read(path, ImageOptions.DEFAULT));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void damagedFilesGiveDataOrOneClearLine(Format format) {
    assertTimeoutPreemptively(Duration.ofMinutes(2), () -> fuzz(format));
  }

  private static void fuzz(Format format) throws IOException {
    Path path = folder.resolve("fuzzed");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int refused = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      byte[] damaged = damage(format.file(), new Random(seed));
      Files.write(path, damaged);
      long before = threads.getCurrentThreadAllocatedBytes();
      try {
        Samples.all(format.reader().apply(path));
      } catch (DataException e) {
        refused++;
        assertThat(e.getMessage()).as("seed %d", seed).isNotBlank().doesNotContain("\n");
      } catch (Throwable e) {
        throw new AssertionError(format + ", seed " + seed + ": " + e, e);
      }
      long taken = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(taken).as("%s, seed %d: bytes allocated", format, seed).isLessThan(MEMORY);
    }
    assertThat(refused).as("damage that was noticed").isPositive();
  }

  /** Flips bits, overwrites, cuts out, doubles and cuts off. */
  private static byte[] damage(byte[] file, Random random) {
    byte[] bytes = file.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> bytes[at] = (byte) (random.nextBoolean() ? 0xff : 0x7f);
        case 3 -> bytes = splice(bytes, at, random.nextInt(1 + Math.min(16, bytes.length - at)));
        default -> bytes = at == 0 ? bytes : java.util.Arrays.copyOf(bytes, at);
      }
    }
    return bytes;
  }

  /** Writes {@code length} bytes from {@code at} a second time behind themselves. */
  private static byte[] splice(byte[] bytes, int at, int length) {
    byte[] longer = new byte[bytes.length + length];
    System.arraycopy(bytes, 0, longer, 0, at + length);
    System.arraycopy(bytes, at, longer, at + length, bytes.length - at);
    return longer;
  }
}
