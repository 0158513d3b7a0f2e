package dev.stranger.data;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Refuses text with a line that is longer than any table needs, before memory is taken for it. */
final class LineLimit extends FilterReader {

  static final int MAX = 1 << 22;

  private final InputFile file;
  private int length;

  LineLimit(Reader text, InputFile file) {
    super(text);
    this.file = file;
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] target, int offset, int count) throws IOException {
    int read = super.read(target, offset, count);
    for (int i = offset; i < offset + read; i++) {
      length = target[i] == '\n' || target[i] == '\r' ? 0 : length + 1;
      if (length > MAX) {
        throw file.damaged("has a line of more than %,d characters; is it a table?".formatted(MAX));
      }
    }
    return read;
  }
}
