package dev.stranger.cli;

import dev.stranger.BrokenSampleException;
import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import java.util.ArrayList;
import java.util.List;

/**
 * The samples of a set that can be read. The others are left out and noted when a pass comes to
 * them. For one pass at a time, on one thread.
 */
final class ReadableSamples implements Dataset {

  /**
   * A sample that cannot be read.
   *
   * @param position in the whole set
   * @param label number of its label
   */
  record Broken(long position, int label, String error) {}

  private final Dataset all;
  private final boolean strict;
  private final List<Broken> broken = new ArrayList<>();

  /**
   * @param strict whether the first broken one ends a pass
   */
  ReadableSamples(Dataset all, boolean strict) {
    this.all = all;
    this.strict = strict;
  }

  /** All samples, also those that cannot be read. */
  Dataset all() {
    return all;
  }

  /** Those that the last pass has met so far, in order. */
  List<Broken> broken() {
    return broken;
  }

  /** What is known before the samples are read: all count. */
  @Override
  public Header header() {
    return all.header();
  }

  /** By its position among those that can be read. */
  @Override
  public String sampleName(long index) {
    long position = index;
    for (Broken one : broken) {
      position += one.position() <= position ? 1 : 0;
    }
    return all.sampleName(position);
  }

  @Override
  public Cursor open() {
    broken.clear();
    Cursor samples = all.open();
    return new Cursor() {
      private long position = -1;

      @Override
      public boolean next(float[] target, int offset) {
        while (true) {
          position++;
          try {
            return samples.next(target, offset);
          } catch (BrokenSampleException e) {
            if (strict) {
              throw e;
            }
            broken.add(new Broken(position, samples.label(), e.getMessage()));
          }
        }
      }

      @Override
      public int label() {
        return samples.label();
      }

      @Override
      public void close() {
        samples.close();
      }
    };
  }
}
