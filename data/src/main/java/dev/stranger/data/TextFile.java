package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.VisibleText;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A text file and how its characters are written. A mark of UTF-16 at its beginning, as Excel
 * writes it, says more than {@code charset}.
 */
record TextFile(InputFile file, Charset charset) {

  private static final Charset WESTERN = Charset.forName("windows-1252");
  private static final int BYTE_ORDER_MARK = 0xfeff;

  TextFile(InputFile file) {
    this(file, StandardCharsets.UTF_8);
  }

  /** The content, without the mark that some programs put in front of it. */
  BufferedReader open() throws IOException {
    return CloseOnFailure.of(
        new BufferedInputStream(file.open()), bytes -> withoutMark(reader(bytes)));
  }

  private BufferedReader reader(InputStream bytes) throws IOException {
    bytes.mark(2);
    int mark = bytes.read() << 8 | bytes.read();
    bytes.reset();
    boolean wide = mark == BYTE_ORDER_MARK || mark == 0xfffe;
    return new BufferedReader(
        new InputStreamReader(
            bytes,
            (wide ? StandardCharsets.UTF_16 : charset)
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)),
        1 << 16);
  }

  private static BufferedReader withoutMark(BufferedReader reader) throws IOException {
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    return reader;
  }

  /** How the files of one table are read, unless it is one in UTF-8. */
  static List<String> remarks(List<TextFile> texts) {
    List<String> western = names(texts.stream().filter(text -> text.charset.equals(WESTERN)));
    List<String> remarks = new ArrayList<>();
    if (texts.size() > 1) {
      remarks.add(
          "joined from %,d files %s"
              .formatted(texts.size(), VisibleText.some(names(texts.stream()))));
    }
    if (!western.isEmpty()) {
      remarks.add(
          texts.size() == 1
              ? "read as Windows-1252, because it is not UTF-8"
              : "read as Windows-1252, because not UTF-8: %,d %s"
                  .formatted(western.size(), VisibleText.some(western)));
    }
    return remarks;
  }

  private static List<String> names(Stream<TextFile> texts) {
    return texts.map(text -> text.file.shortName()).toList();
  }

  /**
   * The same file in the character set that it is in.
   *
   * @throws DataException when it is in none that is known
   */
  TextFile readable() {
    if (isReadable()) {
      return this;
    }
    TextFile western = western();
    if (!western.isReadable()) {
      throw unreadable();
    }
    return western;
  }

  private boolean isReadable() {
    try (BufferedReader reader = open()) {
      reader.transferTo(Writer.nullWriter());
      return true;
    } catch (CharacterCodingException e) {
      return false;
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  /**
   * The same file in the character set of Western Europe, because it is no UTF-8.
   *
   * @throws DataException when it is damaged UTF-8
   */
  TextFile western() {
    try (InputStream bytes = new BufferedInputStream(file.open())) {
      if (isMostlyUtf8(bytes)) {
        throw unreadable();
      }
      return new TextFile(file, WESTERN);
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  /** Whether more characters beyond ASCII are as in UTF-8 than not: then the others are damage. */
  private static boolean isMostlyUtf8(InputStream bytes) throws IOException {
    long more = 0;
    int following = 0;
    for (int b = bytes.read(); b >= 0; b = bytes.read()) {
      boolean continues = (b & 0xc0) == 0x80;
      if (following > 0) {
        more += continues ? following == 1 ? 1 : 0 : -1;
        following = continues ? following - 1 : 0;
      } else if (continues) {
        more--;
      }
      if (!continues && b >= 0x80) {
        following = b >= 0xf0 ? 3 : b >= 0xe0 ? 2 : 1;
      }
    }
    return more > 0;
  }

  DataException unreadable() {
    return file.damaged(
        "holds bytes that are neither UTF-8 nor Windows-1252; if it is a table, save it as UTF-8");
  }

  static boolean isUnreadable(DataException e) {
    return e.getCause() instanceof CharacterCodingException;
  }
}
