package dev.stranger.data.alter;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** Alterations of the rows of a table. */
final class RowChanges {

  private RowChanges() {}

  static float[] shuffled(Sample sample, UniformRandomProvider random) {
    int[] order = Order.changed(sample.values().length, random);
    return sample.moved(column -> order[column]);
  }

  /** As when two fields are mixed up; a row of equal values remains as it is. */
  static float[] twoSwapped(Sample sample, UniformRandomProvider random) {
    float[] result = sample.values().clone();
    int one = random.nextInt(result.length);
    int other = any(result.length, column -> differ(result[column], result[one]), random);
    float value = result[one];
    result[one] = result[other];
    result[other] = value;
    return result;
  }

  /** Two gaps do not. */
  private static boolean differ(float one, float other) {
    return one != other && !(Float.isNaN(one) && Float.isNaN(other));
  }

  /** As when a decimal point slips; a row of zeros and gaps remains as it is. */
  static float[] oneTenfold(Sample sample, UniformRandomProvider random) {
    float[] result = sample.values().clone();
    int column = any(result.length, place -> isTenfoldAnother(result[place]), random);
    result[column] = sample.clip(10.0 * result[column]);
    return result;
  }

  private static boolean isTenfoldAnother(float value) {
    return value != 0 && !Float.isNaN(value);
  }

  /** A random column among those wanted, or any where none is. */
  private static int any(int columns, IntPredicate wanted, UniformRandomProvider random) {
    int[] choice = IntStream.range(0, columns).filter(wanted).toArray();
    return choice.length == 0 ? random.nextInt(columns) : choice[random.nextInt(choice.length)];
  }
}
