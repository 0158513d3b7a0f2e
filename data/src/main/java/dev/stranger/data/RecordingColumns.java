package dev.stranger.data;

import dev.stranger.Remedy;
import dev.stranger.VisibleText;
import dev.stranger.series.Clock;
import dev.stranger.table.FieldReader;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What the columns of a text file with recordings are.
 *
 * @param names of all columns
 * @param hasHeader whether the first row holds the names
 * @param channels positions of what was measured
 * @param time position of the time, or -1
 * @param entity position of what tells recordings apart, or -1
 */
record RecordingColumns(
    List<String> names, boolean hasHeader, List<Integer> channels, int time, int entity) {

  /**
   * @param first row of the file
   * @param second row of the file, empty when there is none
   */
  static RecordingColumns of(
      InputFile file,
      List<String> first,
      List<String> second,
      TableOptions table,
      WindowOptions windows) {
    boolean hasHeader = first.stream().noneMatch(RecordingColumns::isValue);
    ColumnNames names = named(file, first, hasHeader);
    Reading reading = new Reading(file, names, hasHeader ? second : first);
    int entity = windows.entity() == null ? -1 : reading.position(windows.entity());
    int time = reading.time(windows);
    List<Integer> channels =
        windows.like() == null
            ? reading.channels(table, entity, time)
            : windows.like().channels().stream().map(reading::position).toList();
    return new RecordingColumns(names.all(), hasHeader, channels, time, entity);
  }

  /**
   * The position of the time, or -1.
   *
   * @param first row of the file
   * @param second the next one
   */
  static int time(InputFile file, List<String> first, List<String> second, WindowOptions windows) {
    boolean hasHeader = first.stream().noneMatch(RecordingColumns::isValue);
    return new Reading(file, named(file, first, hasHeader), hasHeader ? second : first)
        .time(windows);
  }

  private static ColumnNames named(InputFile file, List<String> first, boolean hasHeader) {
    return new ColumnNames(
        file,
        hasHeader
            ? TableColumns.named(first)
            : IntStream.rangeClosed(1, first.size()).mapToObj(Integer::toString).toList());
  }

  private static boolean isValue(String field) {
    return !Double.isNaN(RecordingText.number(field)) || RecordingText.isDate(field);
  }

  List<String> channelNames() {
    return channels.stream().map(names::get).toList();
  }

  /** As options name them. */
  List<String> typedChannels() {
    return channels.stream().map(i -> ColumnNames.typed(names.get(i), i)).toList();
  }

  /** Looks at one file. */
  private record Reading(InputFile file, ColumnNames names, List<String> values) {

    int position(String name) {
      return names.position(name);
    }

    int time(WindowOptions windows) {
      if (windows.time() != null) {
        return position(windows.time());
      }
      if (windows.like() != null) {
        return -1; // the detector learnt from recordings without one
      }
      int byName = first(i -> Clock.isName(names.all().get(i)) && isTime(values.get(i)));
      return byName >= 0 ? byName : first(i -> RecordingText.isDate(values.get(i)));
    }

    private int first(IntPredicate wanted) {
      int known = Math.min(names.all().size(), values.size());
      return IntStream.range(0, known).filter(wanted).findFirst().orElse(-1);
    }

    private static boolean isTime(String value) {
      return !Double.isNaN(RecordingText.number(value)) || RecordingText.isDate(value);
    }

    List<Integer> channels(TableOptions table, int entity, int time) {
      List<Integer> channels = names.values(entity, time, table);
      List<Integer> texts = channels.stream().filter(this::isText).toList();
      for (int text : texts) {
        requireNoTime(text, time);
      }
      if (!texts.isEmpty()) {
        throw file.unusable(
            "has text in %s, a channel holds numbers; leave %s out, or name the column that tells recordings apart"
                .formatted(
                    VisibleText.some(texts.stream().map(names.all()::get).toList()),
                    texts.size() == 1 ? "it" : "them"),
            texts.stream().map(text -> ColumnNames.typed(names.all().get(text), text)).toList(),
            Remedy.ENTITY);
      }
      return List.copyOf(channels);
    }

    /**
     * @param time position of the time, or -1
     */
    private void requireNoTime(int text, int time) {
      if (time >= 0 && RecordingText.isDate(values.get(text))) {
        throw file.damaged(
            "has times in two columns, '%s' and '%s'; join them into one, or leave one out"
                .formatted(names.all().get(time), names.all().get(text)));
      }
    }

    private boolean isText(int column) {
      String value = column < values.size() ? values.get(column) : "";
      return !FieldReader.isGap(value) && Double.isNaN(RecordingText.number(value));
    }
  }
}
