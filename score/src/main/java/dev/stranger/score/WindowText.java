package dev.stranger.score;

import dev.stranger.series.Clock;
import dev.stranger.series.Windowing;
import dev.stranger.table.Column.Spelling;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How recordings are cut into windows, in the metadata of a file. */
final class WindowText {

  private static final String LENGTH = Metadata.PREFIX + "window";
  private static final String STRIDE = Metadata.PREFIX + "window_stride";
  private static final String CHANNELS = Metadata.PREFIX + "window_channels";
  private static final String ENTITY = Metadata.PREFIX + "window_entity";
  private static final String TIME = Metadata.PREFIX + "window_time";
  private static final String STEP = Metadata.PREFIX + "window_step";
  private static final String SPELLING = Metadata.PREFIX + "window_date_spelling";
  private static final String DATES = Metadata.PREFIX + "window_dates";

  private WindowText() {}

  /** Nothing where samples are not cut. */
  static Map<String, String> properties(@Nullable Windowing windowing) {
    Map<String, String> properties = new TreeMap<>();
    if (windowing != null) {
      Clock clock = windowing.clock();
      properties.put(LENGTH, Integer.toString(windowing.length()));
      properties.put(STRIDE, Integer.toString(windowing.stride()));
      properties.put(CHANNELS, Metadata.joined(windowing.channels()));
      properties.put(ENTITY, windowing.entity());
      properties.put(TIME, clock.column());
      properties.put(STEP, Double.toString(clock.step()));
      properties.put(DATES, Boolean.toString(clock.dates()));
      if (clock.spelling() != Spelling.PLAIN) {
        properties.put(SPELLING, clock.spelling().name());
      }
    }
    return properties;
  }

  /**
   * @throws IllegalArgumentException when something is missing or wrong
   */
  static @Nullable Windowing parse(Map<String, String> properties) {
    if (!properties.containsKey(LENGTH)) {
      return null;
    }
    Clock clock =
        new Clock(
            Metadata.required(properties, TIME),
            Double.parseDouble(Metadata.required(properties, STEP)),
            Boolean.parseBoolean(Metadata.required(properties, DATES)),
            Spelling.valueOf(properties.getOrDefault(SPELLING, Spelling.PLAIN.name())));
    return new Windowing(
        Integer.parseInt(properties.get(LENGTH)),
        Integer.parseInt(Metadata.required(properties, STRIDE)),
        Metadata.split(Metadata.required(properties, CHANNELS)),
        clock,
        Metadata.required(properties, ENTITY));
  }
}
