package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.series.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The rows of one recording as they were read: their times, and values that may be missing. */
final class RecordingRows {

  private static final int FIRST_SIZE = 64;

  private final InputFile file;
  private final String name;
  private final String entity;

  /** In the seconds of dates: by so much clocks are set back in autumn. */
  private static final double HOUR = 3600;

  private final boolean dates;
  private double[] times;
  private long[] lines;
  private final float[][] values;
  private int size;

  /**
   * @param entity what is recorded, empty when nobody says
   * @param dates whether times are dates, for complaints
   */
  RecordingRows(
      InputFile file, String name, String entity, int channels, boolean timed, boolean dates) {
    this.file = file;
    this.name = name;
    this.entity = entity;
    this.dates = dates;
    this.times = new double[timed ? FIRST_SIZE : 0];
    this.lines = new long[FIRST_SIZE];
    this.values = new float[channels][FIRST_SIZE];
  }

  String name() {
    return name;
  }

  String entity() {
    return entity;
  }

  InputFile file() {
    return file;
  }

  int size() {
    return size;
  }

  boolean isTimed() {
    return times.length > 0;
  }

  double time(int row) {
    return times[row];
  }

  /** The line of the file that a row stood in. */
  long line(int row) {
    return lines[row];
  }

  /** Of one channel, from a row to that before another; NaN where there is none. */
  float[] channel(int channel, int from, int to) {
    return Arrays.copyOfRange(values[channel], from, to);
  }

  /** Whether a channel has a value in any row. */
  boolean hasValue(int channel) {
    for (int row = 0; row < size; row++) {
      if (!Float.isNaN(values[channel][row])) {
        return true;
      }
    }
    return false;
  }

  int channels() {
    return values.length;
  }

  /**
   * @param time ignored when the rows are not timed
   */
  void add(double time, float[] row, long line) {
    if (size == lines.length) {
      grow();
    }
    if (isTimed()) {
      requireLater(time, line);
      times[size] = time;
    }
    lines[size] = line;
    for (int channel = 0; channel < values.length; channel++) {
      values[channel][size] = row[channel];
    }
    size++;
  }

  private void grow() {
    int more = Math.addExact(size, size);
    times = isTimed() ? Arrays.copyOf(times, more) : times;
    lines = Arrays.copyOf(lines, more);
    for (int channel = 0; channel < values.length; channel++) {
      values[channel] = Arrays.copyOf(values[channel], more);
    }
  }

  private void requireLater(double time, long line) {
    if (size == 0 || time > times[size - 1]) {
      return;
    }
    double before = times[size - 1];
    String apart = "name the column that tells recordings apart if there are several";
    throw new DataException(
        time == before
            ? "rows %d and %d of %s have the same time %s; remove one of them, or %s"
                .formatted(lines[size - 1], line, file.name(), text(time), apart)
            : "time goes backwards in row %d of %s, from %s to %s; sort the rows by time,%s or %s"
                .formatted(
                    line,
                    file.name(),
                    text(before),
                    text(time),
                    dates && before - time <= HOUR
                        ? " write times in UTC if clocks were set back,"
                        : "",
                    apart),
        Remedy.ENTITY);
  }

  private String text(double time) {
    return new Clock("time", 1, dates).time(time);
  }

  /** The times from each row to the next. */
  static double[] differences(List<RecordingRows> all) {
    return all.stream()
        .filter(rows -> rows.size > 1)
        .flatMapToDouble(
            rows ->
                IntStream.range(1, rows.size).mapToDouble(i -> rows.times[i] - rows.times[i - 1]))
        .toArray();
  }
}
