package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Plural;
import dev.stranger.VisibleText;
import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Brings a recording to equal steps, and cuts it at gaps: where time jumps, and where a channel has
 * no value for some steps. A part is a recording of its own, as windows cannot cross a gap.
 */
final class RecordingParts {

  private final RecordingRows rows;
  private final Clock clock;
  private final List<String> channels;
  private final List<Recording> parts = new ArrayList<>();

  private long gaps;

  /** Where the first of the gaps are, in words. */
  private final List<String> firstGaps = new ArrayList<>();

  private long steps;
  private long between;

  /** Values that are missing, but for those in gaps. */
  private long missing;

  private RecordingParts(RecordingRows rows, Clock clock, List<String> channels) {
    this.rows = rows;
    this.clock = clock;
    this.channels = channels;
  }

  /**
   * @param channels their names
   * @param windows what the parts are cut into
   * @param notes get a sentence when values were filled in, or the recording was cut
   * @throws DataException when a channel has no value, or most steps lie in parts that are too
   *     short
   */
  static List<Recording> of(
      RecordingRows rows,
      Clock clock,
      List<String> channels,
      WindowOptions windows,
      List<String> notes) {
    RecordingParts all = new RecordingParts(rows, clock, channels);
    all.requireValues();
    int from = 0;
    for (int row = 1; row <= rows.size(); row++) {
      if (row == rows.size() || all.jumps(row)) {
        all.add(from, row);
        from = row;
      }
    }
    all.requireLongParts(windows);
    all.note(notes);
    return all.named();
  }

  private void requireValues() {
    for (int channel = 0; channel < channels.size(); channel++) {
      if (!rows.hasValue(channel)) {
        throw rows.file()
            .damaged(
                "has no value in '%s'%s; leave the column out"
                    .formatted(channels.get(channel), ofRecording()));
      }
    }
  }

  private String ofRecording() {
    return rows.name().equals(rows.file().shortName())
        ? ""
        : " of recording '%s'".formatted(rows.name());
  }

  private boolean jumps(int row) {
    if (!clock.isTimed()) {
      return false;
    }
    double apart = rows.time(row) - rows.time(row - 1);
    if (apart / clock.step() <= Clock.MOST_APART) {
      return false;
    }
    addGap(
        () -> "time jumps by %s after row %d".formatted(clock.duration(apart), rows.line(row - 1)));
    return true;
  }

  /** Of a channel with few values there may be millions. */
  private void addGap(Supplier<String> words) {
    gaps++;
    if (firstGaps.size() < VisibleText.FEW) {
      firstGaps.add(words.get());
    }
  }

  /** Parts of rows whose time does not jump. */
  private void add(int first, int last) {
    EvenSteps even = new EvenSteps(rows, first, last, clock);
    float[][] values = even.values();
    double start = clock.isTimed() ? rows.time(first) : 0;
    int length = even.steps();
    for (int from = 0; from < length; ) {
      int to = end(values, from);
      if (isWhole(values, from)) {
        parts.add(part(values, from, to, start));
      } else {
        int begin = from;
        addGap(() -> gap(values, even, begin, to));
      }
      from = to;
    }
    steps += length;
    between += even.between();
    missing += even.filled();
  }

  private Recording part(float[][] values, int from, int to, double start) {
    boolean all = from == 0 && to == values[0].length;
    float[][] own =
        all
            ? values
            : Arrays.stream(values)
                .map(channel -> Arrays.copyOfRange(channel, from, to))
                .toArray(float[][]::new);
    return new Recording(rows.name(), own, start + from * (clock.isTimed() ? clock.step() : 1));
  }

  private static boolean isWhole(float[][] values, int step) {
    for (float[] channel : values) {
      if (Float.isNaN(channel[step])) {
        return false;
      }
    }
    return true;
  }

  /** Behind the last of the steps that all have values, or all lie in a gap. */
  private static int end(float[][] values, int from) {
    boolean whole = isWhole(values, from);
    int to = from + 1;
    while (to < values[0].length && isWhole(values, to) == whole) {
      to++;
    }
    return to;
  }

  private String gap(float[][] values, EvenSteps even, int from, int to) {
    int channel = 0;
    while (!Float.isNaN(values[channel][from])) {
      channel++;
    }
    return "no value in '%s' for %s %s"
        .formatted(
            channels.get(channel),
            Plural.of(to - from, "step"),
            from == 0 ? "from the start" : "after row " + rows.line(even.rowAt(from - 1)));
  }

  /** Whoever learns wants most of it; what is judged may be what is there. */
  private void requireLongParts(WindowOptions windows) {
    int window = windows.length();
    long used = parts.stream().mapToInt(Recording::steps).filter(part -> part >= window).sum();
    double least = windows.like() == null ? steps / 2.0 : 1;
    if (gaps > 0 && steps >= window && used < least) {
      throw new DataException(
          "%s%s has %s, too many for windows of %d steps, the first: %s%s; bring it to equal steps,"
                  .formatted(
                      rows.file().name(),
                      ofRecording(),
                      countOfGaps(),
                      window,
                      firstGaps.get(0),
                      clock.isTimed() ? ", the usual step is " + clock.duration(clock.step()) : "")
              + " fill the gaps in, or leave a column out");
    }
  }

  private String countOfGaps() {
    return Plural.of(gaps, "gap");
  }

  private void note(List<String> notes) {
    if (between > 0) {
      notes.add(
          "%s: %,d of %,d steps lie between its rows and were filled in, a step is %s"
              .formatted(rows.name(), between, steps, clock.duration(clock.step())));
    }
    if (missing > 0) {
      notes.add(
          "%s: %s %s filled in"
              .formatted(
                  rows.name(), Plural.of(missing, "missing value"), missing == 1 ? "was" : "were"));
    }
    if (gaps > 0) {
      notes.add(
          "%s: %s, windows do not cross them: %s"
              .formatted(rows.name(), countOfGaps(), VisibleText.some(firstGaps, gaps)));
    }
  }

  private List<Recording> named() {
    if (parts.size() == 1) {
      return parts;
    }
    List<Recording> named = new ArrayList<>();
    for (Recording part : parts) {
      named.add(
          new Recording(
              "%s#%d".formatted(part.name(), named.size() + 1), part.values(), part.start()));
    }
    return named;
  }
}
