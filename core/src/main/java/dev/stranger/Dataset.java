package dev.stranger;

import dev.stranger.series.Windowed;
import dev.stranger.table.Column;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Named samples of one shape, read lazily: a set of any size takes the memory of one batch until
 * {@link #inMemory()} is called. Immutable and thread-safe; every {@link #open()} is a new pass in
 * the same order.
 */
public interface Dataset {

  Header header();

  /** Starts a pass over all samples. */
  Cursor open();

  default String name() {
    return header().name();
  }

  default Shape shape() {
    return header().shape();
  }

  default Range range() {
    return header().range();
  }

  default long size() {
    return header().size();
  }

  default List<String> labelNames() {
    return header().labelNames();
  }

  /**
   * The name of a sample's label.
   *
   * @throws DataException when it is {@link Cursor#NO_LABEL}
   */
  default String labelName(int label) {
    if (label == Cursor.NO_LABEL) {
      throw new DataException(
          name()
              + " has samples without a label; name the column of a table that holds it, or put"
              + " pictures into sub-folders",
          Remedy.LABEL);
    }
    return labelNames().get(label);
  }

  /**
   * The name of the label of the sample at a position.
   *
   * @throws DataException when it is {@link Cursor#NO_LABEL}; where others have one, the message
   *     names the sample
   */
  default String labelName(int label, long index) {
    if (label == Cursor.NO_LABEL && !labelNames().isEmpty()) {
      throw new DataException(
          "sample %s of %s has no label, others have; fill it in or leave the sample out"
              .formatted(sampleName(index), name()));
    }
    return labelName(label);
  }

  /** What the columns are when the samples are rows of a table, else empty. */
  default List<Column> columns() {
    return List.of();
  }

  /** Where the samples lie when they are windows of recordings, else null. */
  default @Nullable Windowed windows() {
    return null;
  }

  /** The height and width of pictures that are resized while they are read, else empty. */
  default String resizedFrom() {
    return "";
  }

  /** Files in a folder of pictures that are hidden or no pictures, and not read; else empty. */
  default List<String> passedOver() {
    return List.of();
  }

  /**
   * What a person should know of how a file was read, a line for each: what the columns of a table
   * hold, and which ones are left out; else empty.
   */
  default List<String> remarks() {
    return List.of();
  }

  /**
   * What a person calls the sample at a position: a file name, or the position itself. It keeps its
   * name where it is selected or read into memory.
   */
  default String sampleName(long index) {
    return Long.toString(index);
  }

  /**
   * The position of a sample, counted from zero, that a person calls by its name or by the position
   * itself; the first when several have the name. Looks at all names, which takes a moment for a
   * million.
   *
   * @throws DataException when there is no such sample
   */
  default long position(String sample) {
    return SamplePosition.of(this, sample);
  }

  /**
   * Hands all samples to {@code consumer}, {@code batchSize} at a time; the last batch may be
   * smaller, and so are batches of samples that would need more than 64 MiB together.
   *
   * @throws IllegalArgumentException when {@code batchSize} is less than one
   */
  default void forEachBatch(int batchSize, Consumer<Batch> consumer) {
    try (Cursor cursor = open()) {
      Batches.fill(cursor, size(), shape().size(), batchSize, consumer);
    }
  }

  /**
   * Refuses a set that changes while it is read.
   *
   * @param read how many samples a pass had
   * @throws DataException when the set had another number of them at first
   */
  default void requireUnchanged(long read) {
    if (read != size()) {
      throw new DataException(
          "%s had %s at first and %,d when it was read; use a copy that does not change"
              .formatted(name(), Plural.of(size(), "sample"), read));
    }
  }

  /** The same samples, each turned into another when it is read. */
  default Dataset map(Transform transform) {
    return new MappedDataset(this, transform);
  }

  /** The first {@code count} samples, or all when there are fewer. */
  default Dataset first(long count) {
    return SelectedDataset.first(this, count);
  }

  /**
   * At most {@code count} samples from all over the set, one from each of as many equal stretches;
   * always the same ones. Unlike the first ones, they stand for a set that is sorted.
   */
  default Dataset spread(long count) {
    return count < size() ? SelectedDataset.spread(this, count) : this;
  }

  /**
   * The samples whose position in this set, counted from zero, satisfies {@code keep}. Needs eight
   * bytes for each of them.
   */
  default Dataset where(LongPredicate keep) {
    return SelectedDataset.byIndex(this, keep);
  }

  /**
   * The samples with one of these labels. Finds them in one pass over the set and needs eight bytes
   * for each.
   *
   * @throws DataException when the set has no such label, or no sample with it
   */
  default Dataset labelled(String... names) {
    return SelectedDataset.byLabel(this, List.of(names));
  }

  default Dataset named(String name) {
    return new NamedDataset(this, name);
  }

  /** Reads all samples once; needs four bytes a value, or one for pictures with 256 levels. */
  default MemoryDataset inMemory() {
    return MemoryDataset.of(this);
  }

  /**
   * Reads all samples once into a temporary file, for sets that are larger than memory. Needs four
   * bytes a value on the disk, or one for pictures with 256 levels; close it to free them.
   *
   * @param folder that the file is made in
   * @throws RequestException when the file cannot be written; nothing is left of it
   */
  default StoredDataset stored(Path folder) {
    return StoredDataset.of(this, folder);
  }
}
