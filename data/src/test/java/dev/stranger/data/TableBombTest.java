package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables and arrays that are made to take much time or memory; most unpack to 100 MB. */
class TableBombTest {

  private static final int MEGABYTES = 400;
  private static final int SIZE = 100 << 20;

  @TempDir Path folder;

  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private record Bomb(String name, String fileName, Content content) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Bomb> bombs() {
    return Stream.of(
        new Bomb("a line of digits", "a.csv", repeated("a,b\n", "1", "")),
        new Bomb("a line of blank-separated numbers", "a.csv", repeated("", "1 ", "")),
        new Bomb("a line of digits behind blanks", "a.tsv", repeated("1 2\n", "1", "")),
        new Bomb("columns by comma", "a.csv", repeated("", "1,", "1\n")),
        new Bomb("columns by blanks", "a.csv", repeated("1 2\n", "1 ", "1\n")),
        new Bomb("columns of a series", "a_TRAIN.tsv", repeated("", "1\t", "1\n")),
        new Bomb("an open quote", "a.csv", repeated("a,b\n1,\"", "x\n", "")),
        new Bomb("quotes in quotes", "a.csv", repeated("a,b\n1,\"", "\"\"", "\"\n")),
        new Bomb("NUL bytes", "a.csv", repeated("a,b\n", "\0", "\n")),
        new Bomb("NUL bytes between blanks", "a.csv", repeated("1 2\n", "\0", "\n")),
        new Bomb("blank lines", "a.csv", repeated("", "  \n", "1 2\n")),
        new Bomb("labels", "a.csv", TableBombTest::names),
        new Bomb("an IDX header", "a-idx3-ubyte", TableBombTest::idx),
        new Bomb("an NPY header", "a.npy", TableBombTest::npyHeader),
        new Bomb("an NPY shape", "a.npy", TableBombTest::npyShape));
  }

  private static Content repeated(String head, String part, String tail) {
    return out -> {
      byte[] block = part.repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
      out.write(head.getBytes(StandardCharsets.UTF_8));
      for (long done = 0; done < SIZE; done += block.length) {
        out.write(block);
      }
      out.write(tail.getBytes(StandardCharsets.UTF_8));
    };
  }

  /** A header of 16,000 columns with long names, and a row that is too short for it. */
  private static void names(OutputStream out) throws IOException {
    String name = "n".repeat(1000);
    out.write((name + ("," + name).repeat(15_999) + "\n1,2\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void idx(OutputStream out) throws IOException {
    out.write(ByteBuffer.allocate(16).putInt(0x0803).putInt(3).putInt(-1).putInt(-1).array());
  }

  private static void npyHeader(OutputStream out) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    head.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0}).putInt(0x7fffffff);
    out.write(head.array());
    repeated("{", " ", "}").writeTo(out);
  }

  private static void npyShape(OutputStream out) throws IOException {
    out.write(TestFiles.npy("'<f4'", false, "(3, 2000000000, 2000000000)", new byte[96]));
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void aCraftedTableTakesLittle(Bomb bomb) throws IOException {
    Path file = folder.resolve(bomb.fileName());
    try (OutputStream out = Files.newOutputStream(file)) {
      bomb.content().writeTo(out);
    }
    readBoundedly(bomb, file);
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void soDoesOneThatIsCompressed(Bomb bomb) throws IOException {
    Path file = folder.resolve(bomb.fileName() + ".gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      bomb.content().writeTo(out);
    }
    readBoundedly(bomb, file);
  }

  private static void readBoundedly(Bomb bomb, Path file) {
    Effort.bounded(
        bomb.name(), MEGABYTES, () -> Samples.all(DataFiles.open(file, null, DataOptions.DEFAULT)));
  }

  @Test
  void blankSeparatedRowsHaveTheLimitsOfOthers() throws IOException {
    Path wide = Files.writeString(folder.resolve("wide.txt"), "1 ".repeat(20_000) + "\n");
    assertThatThrownBy(() -> TableFile.read(wide, TableOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessage(
            wide
                + " has more than 16,384 columns in row 1; leave some out, or save numbers as .npy");
    Path digits = Files.writeString(folder.resolve("digits.txt"), "1 2\n" + "1".repeat(5 << 20));
    assertThatThrownBy(() -> TableFile.read(digits, TableOptions.DEFAULT))
        .isInstanceOf(DataException.class)
        .hasMessage(digits + " has a line of more than 4,194,304 characters; is it a table?");
  }
}
