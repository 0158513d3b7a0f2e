package dev.stranger.prepare;

import dev.stranger.DataException;
import dev.stranger.Header;
import dev.stranger.Plural;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Transform;
import dev.stranger.table.Column;
import java.util.Arrays;
import java.util.List;

/**
 * Turns the rows of a table into numbers that go together: the facts of numbers and times, then the
 * flags of their gaps, then the places of categories. It is fitted to training rows ({@link
 * TableFit}), and a detector has the same as nodes of its graph. A table of numbers without gaps is
 * only standardised. Immutable and thread-safe; the cost of a row follows its width.
 *
 * <p>A fact is as far from 0 as it is rare: a category, a gap, or a text that is no category has
 * the squared size {@code -2 log(its share)}, much as a number that is as rare. Columns of many
 * categories are made smaller, so that they do not drown the others.
 *
 * @param columns of a row
 * @param numbers all {@link NumberFact.Reading#VALUE values} come first, in the order of columns
 */
public record TableEncoding(
    List<Column> columns,
    List<NumberFact> numbers,
    List<GapFlag> flags,
    List<CategoryFacts> categories)
    implements Transform {

  /** Squares of what lies beyond would not be finite. */
  public static final float FARTHEST = 1e6f;

  public TableEncoding {
    columns = List.copyOf(columns);
    numbers = List.copyOf(numbers);
    flags = List.copyOf(flags);
    categories = List.copyOf(categories);
  }

  /** The number of values of a prepared row. */
  public int width() {
    return numbers.size() + flags.size() + places();
  }

  /** How many places all categories have together. */
  public int places() {
    return categories.stream().mapToInt(CategoryFacts::width).sum();
  }

  /** Whether a prepared row has nothing but numbers, so that squared errors compare them. */
  public boolean isOfNumbers() {
    return flags.isEmpty() && categories.isEmpty();
  }

  /** Which column each value of a prepared row comes from. */
  public int[] sources() {
    int[] sources = new int[width()];
    int at = 0;
    for (NumberFact number : numbers) {
      sources[at++] = number.column();
    }
    for (GapFlag flag : flags) {
      sources[at++] = flag.column();
    }
    for (CategoryFacts category : categories) {
      for (int place = 0; place < category.width(); place++) {
        sources[at++] = category.column();
      }
    }
    return sources;
  }

  /**
   * What each value of a prepared row is if it stands for something that training never had: a gap,
   * or a place. No value is beyond {@link #FARTHEST}, which stands for nothing of the kind.
   */
  public float[] strange() {
    float[] strange = new float[width()];
    Arrays.fill(strange, 2 * FARTHEST);
    for (int i = 0; i < numbers.size(); i++) {
      if (numbers.get(i).gap() > 0) {
        strange[i] = numbers.get(i).gap();
      }
    }
    int at = numbers.size() + flags.size();
    for (CategoryFacts category : categories) {
      for (int place = 0; place < category.width(); place++) {
        if (!category.trained()[place]) {
          strange[at + place] = category.sizes()[place];
        }
      }
      at += category.width();
    }
    return strange;
  }

  /** A prepared copy. */
  public float[] apply(float[] row) {
    float[] prepared = new float[width()];
    put(row, prepared, 0);
    return prepared;
  }

  private void put(float[] row, float[] target, int offset) {
    int at = offset;
    for (NumberFact number : numbers) {
      target[at++] = number.of(row);
    }
    for (GapFlag flag : flags) {
      target[at++] = flag.of(row);
    }
    for (CategoryFacts category : categories) {
      for (int place = 0; place < category.width(); place++) {
        target[at + place] = 0;
      }
      int place = category.place(row[category.column()]);
      target[at + place] = category.sizes()[place];
      at += category.width();
    }
  }

  static float bounded(float value) {
    return Math.max(-FARTHEST, Math.min(FARTHEST, value));
  }

  @Override
  public Header describe(Header input) {
    if (input.shape().rank() != 1 || input.shape().size() != columns.size()) {
      throw new DataException(
          "%s has samples of %s, they were prepared as rows of %s"
              .formatted(input.name(), input.shape(), Plural.of(columns.size(), "column")));
    }
    return input.withValues(Shape.of(width()), Range.ANY);
  }

  @Override
  public void apply(Shape from, float[] source, float[] target, int offset) {
    put(source, target, offset);
  }
}
