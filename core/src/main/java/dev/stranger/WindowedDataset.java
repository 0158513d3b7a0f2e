package dev.stranger;

import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowed;
import dev.stranger.series.Windowing;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Windows of recordings: samples of channels x steps, recording after recording and in the order of
 * time. A window never crosses the end of a recording. Holds the recordings in memory, and no
 * window of them. Immutable and thread-safe.
 */
public final class WindowedDataset implements IndexedDataset, Windowed {

  private final Header header;
  private final Windowing windowing;
  private final Windowing cut;
  private final List<Recording> recordings;
  private final List<String> notes;
  private final List<String> columnNames;

  /** Number of the first window of each recording, and of all windows. */
  private final int[] firsts;

  /** Where each recording starts on the common line of steps. */
  private final long[] places;

  /**
   * @param windowing how a detector cuts
   * @param cut how these recordings are cut
   */
  private WindowedDataset(
      String name,
      List<Recording> recordings,
      Windowing windowing,
      Windowing cut,
      List<String> notes,
      List<String> columnNames) {
    this.windowing = windowing;
    this.cut = cut;
    this.recordings = List.copyOf(recordings);
    this.notes = List.copyOf(notes);
    this.columnNames = List.copyOf(columnNames);
    this.firsts = new int[recordings.size() + 1];
    this.places = new long[recordings.size() + 1];
    for (int i = 0; i < recordings.size(); i++) {
      int steps = recordings.get(i).steps();
      firsts[i + 1] = Math.addExact(firsts[i], cut.count(steps));
      places[i + 1] = places[i] + steps + apart(i);
    }
    Shape shape = Shape.of(windowing.channels().size(), windowing.length());
    this.header = new Header(name, shape, Range.ANY, firsts[recordings.size()], List.of());
  }

  /**
   * Steps from the end of a recording to the next one: two windows, or less if the next one begins
   * sooner, as a part of the same recording behind a gap, or the file of the next day.
   */
  private long apart(int recording) {
    long most = 2L * windowing.length();
    if (recording + 1 == recordings.size()) {
      return most;
    }
    Clock clock = windowing.clock();
    double step = clock.isTimed() ? clock.step() : 1;
    Recording before = recordings.get(recording);
    double from = recordings.get(recording + 1).start();
    double apart = Math.rint((from - before.start()) / step) - before.steps();
    return apart >= 0 && apart < most ? (long) apart : most;
  }

  /**
   * @param recordings those that are too short for a window have no sample. Of one machine they
   *     stand in the order of time, as windows that adjoin in time depend on each other
   * @param notes what was done to them, see {@link Windowed#notes}
   * @throws DataException when all recordings are too short, or one has other channels
   */
  public static WindowedDataset of(
      String name, List<Recording> recordings, Windowing windowing, List<String> notes) {
    for (Recording recording : recordings) {
      if (recording.channels() != windowing.channels().size()) {
        throw new DataException(
            "%s has %s, expected %d: %s"
                .formatted(
                    recording.name(),
                    Plural.of(recording.channels(), "channel"),
                    windowing.channels().size(),
                    VisibleText.some(windowing.channels())));
      }
    }
    int longest = recordings.stream().mapToInt(Recording::steps).max().orElse(0);
    if (longest < windowing.length()) {
      throw new DataException(
          "the longest recording of %s has %s, a window has %,d; use longer recordings or a shorter window"
              .formatted(name, Plural.of(longest, "step"), windowing.length()),
          Remedy.WINDOW);
    }
    return new WindowedDataset(name, recordings, windowing, windowing, notes, List.of());
  }

  /** The same recordings in windows to learn from, see {@link Windowing#spread}. */
  public WindowedDataset spread() {
    return new WindowedDataset(
        name(), recordings, windowing, windowing.spread(), notes, columnNames);
  }

  /**
   * @param columnNames see {@link Windowed#columnNames}
   */
  public WindowedDataset withColumnNames(List<String> columnNames) {
    return new WindowedDataset(name(), recordings, windowing, cut, notes, columnNames);
  }

  @Override
  public Header header() {
    return header;
  }

  @Override
  public Windowed windows() {
    return this;
  }

  @Override
  public Windowing windowing() {
    return windowing;
  }

  @Override
  public List<Recording> recordings() {
    return recordings;
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  @Override
  public List<String> columnNames() {
    return columnNames;
  }

  @Override
  public int recording(long index) {
    int found = Arrays.binarySearch(firsts, (int) index);
    int last = found >= 0 ? found : -found - 2;
    while (firsts[last + 1] == firsts[last]) {
      last++; // recordings without a window start at the same number
    }
    return last;
  }

  @Override
  public int start(long index) {
    int recording = recording(index);
    return cut.start((int) index - firsts[recording], recordings.get(recording).steps());
  }

  @Override
  public long place(long index) {
    return places[recording(index)] + start(index);
  }

  /** The recording and its first and last step, such as {@code engine.csv:160-223}. */
  @Override
  public String sampleName(long index) {
    int start = start(index);
    int end = start + windowing.length() - 1;
    return recordings.get(recording(index)).name() + ":" + start + "-" + end;
  }

  @Override
  public float[] sample(int index) {
    float[] values = new float[shape().size()];
    copy(index, values, 0);
    return values;
  }

  @Override
  public byte @Nullable [] levels(int index) {
    return ByteLevels.of(sample(index));
  }

  @Override
  public void copy(int index, float[] target, int offset) {
    recordings.get(recording(index)).copy(start(index), windowing.length(), target, offset);
  }

  @Override
  public int label(int index) {
    return Cursor.NO_LABEL;
  }
}
