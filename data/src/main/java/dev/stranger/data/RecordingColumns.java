package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.VisibleText;
import dev.stranger.series.Clock;
import dev.stranger.table.PlainNumber;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

  private static final Set<String> MISSING =
      Set.of("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "-");

  static boolean isMissing(String field) {
    return MISSING.contains(field.strip());
  }

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
    List<String> names =
        hasHeader
            ? first.stream().map(String::strip).toList()
            : IntStream.rangeClosed(1, first.size()).mapToObj(Integer::toString).toList();
    requireDifferent(file, names);
    Reading reading = new Reading(file, names, hasHeader ? second : first);
    int entity = windows.entity() == null ? -1 : reading.position(windows.entity());
    int time = reading.time(windows);
    List<Integer> channels =
        windows.like() == null
            ? reading.channels(table, List.of(entity, time))
            : windows.like().channels().stream().map(reading::position).toList();
    return new RecordingColumns(names, hasHeader, channels, time, entity);
  }

  private static boolean isValue(String field) {
    return !Double.isNaN(PlainNumber.toDouble(field)) || RecordedTime.isDate(field);
  }

  private static void requireDifferent(InputFile file, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw file.damaged(
            "has two columns called '%s'; rename one of them".formatted(VisibleText.of(name)));
      }
    }
  }

  List<String> channelNames() {
    return channels.stream().map(names::get).toList();
  }

  /** Looks at one file. */
  private record Reading(InputFile file, List<String> names, List<String> values) {

    int position(String name) {
      int byName = names.indexOf(name);
      if (byName >= 0) {
        return byName;
      }
      int byNumber = name.matches("\\d{1,9}") ? Integer.parseInt(name) : 0;
      if (byNumber >= 1 && byNumber <= names.size()) {
        return byNumber - 1;
      }
      throw new DataException(
          "%s has no column '%s'; its columns are %s"
              .formatted(file.path(), name, VisibleText.some(names)));
    }

    int time(WindowOptions windows) {
      if (windows.time() != null) {
        return position(windows.time());
      }
      if (windows.like() != null) {
        return -1; // the detector learnt from recordings without one
      }
      int byName = IntStream.range(0, names.size()).filter(i -> isTime(i)).findFirst().orElse(-1);
      return byName >= 0
          ? byName
          : IntStream.range(0, values.size())
              .filter(i -> RecordedTime.isDate(values.get(i)))
              .findFirst()
              .orElse(-1);
    }

    private boolean isTime(int column) {
      return Clock.isName(names.get(column))
          && column < values.size()
          && !Double.isNaN(RecordedTime.parse(values.get(column)));
    }

    List<Integer> channels(TableOptions table, List<Integer> others) {
      Set<Integer> left = new HashSet<>(others);
      table.drop().forEach(name -> left.add(position(name)));
      List<Integer> channels = new ArrayList<>();
      if (table.columns().isEmpty()) {
        IntStream.range(0, names.size()).forEach(channels::add);
      } else {
        table.columns().forEach(name -> channels.add(position(name)));
      }
      channels.removeAll(left);
      if (channels.isEmpty()) {
        throw new DataException(
            "no column of %s is left as a channel; its columns are %s"
                .formatted(file.path(), VisibleText.some(names)));
      }
      requireNumbers(channels);
      return List.copyOf(channels);
    }

    private void requireNumbers(List<Integer> channels) {
      List<String> texts = channels.stream().filter(i -> isText(i)).map(names::get).toList();
      if (!texts.isEmpty()) {
        throw new DataException(
            "the columns %s of %s hold text, a channel holds numbers; leave them out, or name the one that tells recordings apart"
                .formatted(VisibleText.some(texts), file.path()),
            remedies(texts));
      }
    }

    private static Remedy[] remedies(List<String> texts) {
      return texts.size() == 1 ? new Remedy[] {Remedy.ENTITY} : new Remedy[0];
    }

    private boolean isText(int column) {
      @Nullable String value = column < values.size() ? values.get(column) : null;
      return value != null && !isMissing(value) && Double.isNaN(PlainNumber.toDouble(value));
    }
  }
}
