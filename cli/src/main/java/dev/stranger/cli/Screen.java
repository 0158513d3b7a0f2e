package dev.stranger.cli;

import dev.stranger.VisibleText;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Arrays;

/**
 * Standard output or error of a command. Values and lines are shown with what is hidden in them, so
 * that the name of a file can neither forge a line nor steer a terminal; formats, and texts that
 * are printed as a whole, are taken as they are.
 */
final class Screen extends PrintWriter {

  Screen(OutputStream out) {
    super(out);
  }

  @Override
  public PrintWriter format(String format, Object... values) {
    return super.format(format, Arrays.stream(values).map(Screen::visible).toArray());
  }

  private static Object visible(Object value) {
    return value instanceof Number || value instanceof Boolean || value instanceof Character
        ? value
        : VisibleText.of(String.valueOf(value));
  }

  @Override
  public void println(String line) {
    super.println(VisibleText.of(line));
  }

  @Override
  public void println(Object line) {
    println(String.valueOf(line));
  }
}
