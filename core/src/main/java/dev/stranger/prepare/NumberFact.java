package dev.stranger.prepare;

/**
 * A number that a prepared row has of a column.
 *
 * @param column its position in the row
 * @param reading what is read of the column
 * @param scale of what is read
 * @param gap what stands for a gap
 */
public record NumberFact(int column, Reading reading, NumberScale scale, float gap) {

  private static final int DAYS_A_WEEK = 7;

  /** What is read of a number or a time. A sine and a cosine together are a place on a circle. */
  public enum Reading {
    VALUE,
    WEEKDAY_SINE,
    WEEKDAY_COSINE,
    HOUR_SINE,
    HOUR_COSINE;

    /** Of days since 1970-01-01T00:00 where it is not the value itself. */
    float of(float value) {
      return this == VALUE ? value : (float) Math.sin(turn(value) * 2 * Math.PI + phase());
    }

    /** How far the week or the day has come, in turns. */
    private double turn(float days) {
      double day = Math.floor(days);
      return isOfWeek() ? day / DAYS_A_WEEK - Math.floor(day / DAYS_A_WEEK) : days - day;
    }

    public boolean isOfWeek() {
      return this == WEEKDAY_SINE || this == WEEKDAY_COSINE;
    }

    /** What is added to an angle, so that the sine of the sum is this reading. */
    public double phase() {
      return this == WEEKDAY_COSINE || this == HOUR_COSINE ? Math.PI / 2 : 0;
    }
  }

  /** The fact of a row. */
  float of(float[] row) {
    float value = row[column];
    return Float.isNaN(value) ? gap : TableEncoding.bounded(scale.apply(reading.of(value)));
  }
}
