package dev.stranger.series;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * Of samples that are windows of recordings: where each lies. Windows that overlap, or nearly
 * touch, are no independent samples: whoever holds some out holds out blocks of time.
 */
public interface Windowed {

  Windowing windowing();

  List<Recording> recordings();

  /** Which recording a sample is a window of. */
  int recording(long index);

  /** The step of the recording at which a sample starts. */
  int start(long index);

  /**
   * Where a sample starts on one line of steps, on which the recordings lie one after another.
   * Between them are two windows, or what is between their times if that is less. Ascending with
   * the index.
   */
  long place(long index);

  /**
   * Samples that do not overlap, always the same ones. Up to a window lies between one and the
   * next, at random: at equal distances, all might begin at the same moment of what repeats, as of
   * a heartbeat.
   *
   * @param size how many samples there are
   */
  default int[] apart(long size) {
    IntStream.Builder apart = IntStream.builder();
    SplittableRandom random = new SplittableRandom(0);
    long free = Long.MIN_VALUE;
    for (int i = 0; i < size; i++) {
      long place = place(i);
      if (place >= free) {
        apart.add(i);
        free = place + windowing().next(random);
      }
    }
    return apart.build().toArray();
  }

  /** What was done to the recordings while they were read, each a sentence for a person. */
  List<String> notes();

  /**
   * How options name the column of each channel: by its name, or by its number if the name holds a
   * comma or a quote. Empty when channels are no columns that can be chosen, as in an array.
   */
  default List<String> columnNames() {
    return List.of();
  }

  /** The same of some of the samples. */
  default Windowed at(LongUnaryOperator positions) {
    Windowed all = this;
    return new Windowed() {
      @Override
      public Windowing windowing() {
        return all.windowing();
      }

      @Override
      public List<Recording> recordings() {
        return all.recordings();
      }

      @Override
      public int recording(long index) {
        return all.recording(positions.applyAsLong(index));
      }

      @Override
      public int start(long index) {
        return all.start(positions.applyAsLong(index));
      }

      @Override
      public long place(long index) {
        return all.place(positions.applyAsLong(index));
      }

      @Override
      public List<String> notes() {
        return all.notes();
      }

      @Override
      public List<String> columnNames() {
        return all.columnNames();
      }
    };
  }
}
