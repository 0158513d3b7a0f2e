package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Plural;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.VisibleText;
import dev.stranger.WindowedDataset;
import dev.stranger.data.RecordingTable.Content;
import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowing;
import dev.stranger.table.Column.Spelling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Long recordings, cut into windows: a text file with a row for each time step, a folder of such
 * files, or an array of steps x channels or of recordings x channels x steps. Reads all of them
 * into memory, four bytes a value.
 */
final class RecordingFiles {

  private final TableOptions table;
  private final WindowOptions windows;
  private final List<String> notes = new ArrayList<>();

  private RecordingFiles(TableOptions table, WindowOptions windows) {
    this.table = table;
    this.windows = windows;
  }

  /** A text file or a folder of them. */
  static Dataset read(Path path, TableOptions table, WindowOptions windows) {
    List<Path> files = Files.isDirectory(path) ? TextFolder.files(path) : List.of(path);
    if (files.isEmpty()) {
      throw new DataException(
          "%s holds no .csv, .tsv or .txt file with a recording; check the path".formatted(path));
    }
    RecordingFiles reader = new RecordingFiles(table, windows);
    return reader.cut(
        DataFiles.fileName(path), reader.texts(files.stream().map(InputFile::new).toList()));
  }

  /** One text file. */
  static Dataset read(InputFile file, TableOptions table, WindowOptions windows) {
    RecordingFiles reader = new RecordingFiles(table, windows);
    return reader.cut(file.shortName(), reader.texts(List.of(file)));
  }

  /** Samples of another kind of file: series are recordings, and rows are the steps of one. */
  static Dataset of(Dataset samples, WindowOptions windows) {
    RecordingFiles reader = new RecordingFiles(TableOptions.DEFAULT, windows);
    return reader.cut(samples.name(), reader.arrays(samples));
  }

  /** Recordings that are not yet cut. */
  private record Uncut(
      List<Recording> recordings, List<String> channels, List<String> columnNames, Clock clock) {}

  private Dataset cut(String name, Uncut uncut) {
    try {
      Windowing windowing =
          new Windowing(
              windows.length(),
              windows.chosenStride(),
              uncut.channels,
              uncut.clock,
              windows.entity() == null ? "" : windows.entity());
      requireLong(name, uncut.recordings);
      noteShort(uncut.recordings);
      boolean spreads = windows.like() == null && windows.stride() == 0;
      if (spreads && windowing.spread().stride() < windowing.stride()) {
        notes.add(
            "to learn from, one every %s: they begin at all moments of what repeats"
                .formatted(Plural.of(windowing.spread().stride(), "step")));
      }
      WindowedDataset cut =
          WindowedDataset.of(
                  name,
                  uncut.recordings,
                  windows.like() == null ? windowing : windows.like(),
                  notes)
              .withColumnNames(uncut.columnNames);
      return spreads ? cut.spread() : cut;
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new DataException("%s: %s".formatted(name, e.getMessage()), e);
    }
  }

  /** The window of a detector cannot be changed, unlike one to learn from. */
  private void requireLong(String name, List<Recording> recordings) {
    int longest = recordings.stream().mapToInt(Recording::steps).max().orElse(0);
    if (windows.like() != null && longest < windows.length()) {
      throw new DataException(
          "the longest recording of %s has %s, the detector judges windows of %,d; give a longer recording"
              .formatted(name, Plural.of(longest, "step"), windows.length()));
    }
  }

  private void noteShort(List<Recording> recordings) {
    List<String> tooShort =
        recordings.stream()
            .filter(recording -> recording.steps() < windows.length())
            .map(Recording::name)
            .toList();
    if (!tooShort.isEmpty() && tooShort.size() < recordings.size()) {
      notes.add(
          "%,d of %,d recordings %s shorter than a window and left out: %s"
              .formatted(
                  tooShort.size(),
                  recordings.size(),
                  tooShort.size() == 1 ? "is" : "are",
                  VisibleText.some(tooShort)));
    }
  }

  private Uncut texts(List<InputFile> files) {
    Spelling spelling = DateOrder.of(files, windows);
    List<Content> contents = new ArrayList<>();
    for (InputFile file : files) {
      boolean named = files.size() > 1 || windows.entity() == null;
      TableOptions asked = contents.isEmpty() ? table : like(contents.get(0));
      contents.add(
          RecordingTable.read(file, asked, windows, spelling, named ? file.shortName() : ""));
      requireAlike(contents.get(0), contents.get(contents.size() - 1), file);
    }
    return even(contents, spelling);
  }

  /** Later files have the channels of the first. */
  private static TableOptions like(Content first) {
    return TableOptions.DEFAULT.withColumns(first.columns().channelNames().toArray(String[]::new));
  }

  private static void requireAlike(Content first, Content other, InputFile file) {
    boolean alike =
        first.dates() == other.dates()
            && (first.columns().time() < 0) == (other.columns().time() < 0);
    if (!alike) {
      throw new DataException(
          "%s has other times than %s: %s and %s; give all recordings the same kind of time column"
              .formatted(
                  file.name(), first.recordings().get(0).file().name(), kind(other), kind(first)));
    }
  }

  private static String kind(Content content) {
    return content.columns().time() < 0 ? "none" : words(content.dates());
  }

  private static String words(boolean dates) {
    return dates ? "dates" : "numbers";
  }

  private Uncut even(List<Content> contents, Spelling spelling) {
    List<RecordingRows> rows =
        contents.stream().flatMap(content -> content.recordings().stream()).toList();
    List<String> channels =
        windows.like() == null
            ? contents.get(0).columns().channelNames()
            : windows.like().channels();
    if (windows.like() == null) {
      noteCoarse(rows, channels);
    }
    Clock clock = clock(contents.get(0), rows, spelling);
    List<Recording> recordings = new ArrayList<>();
    for (RecordingRows one : clock.isTimed() ? inOrder(rows) : rows) {
      recordings.addAll(RecordingParts.of(one, clock, channels, windows, notes));
    }
    return new Uncut(recordings, channels, contents.get(0).columns().typedChannels(), clock);
  }

  private void noteCoarse(List<RecordingRows> rows, List<String> channels) {
    List<String> coarse =
        IntStream.range(0, channels.size())
            .filter(channel -> range(rows, channel).isCoarse())
            .mapToObj(channels::get)
            .toList();
    if (!coarse.isEmpty()) {
      notes.add(
          "lose digits that tell steps apart, as floats keep seven, subtract an offset: %,d %s"
              .formatted(coarse.size(), VisibleText.some(coarse)));
    }
  }

  private static ValueRange range(List<RecordingRows> rows, int channel) {
    ValueRange range = new ValueRange();
    for (RecordingRows one : rows) {
      for (float value : one.channel(channel, 0, one.size())) {
        range.add(value);
      }
    }
    return range;
  }

  /** Each entity in the order of time: what adjoins in time is then next to one another. */
  private static List<RecordingRows> inOrder(List<RecordingRows> rows) {
    Map<String, List<RecordingRows>> entities =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    RecordingRows::entity, LinkedHashMap::new, Collectors.toList()));
    return entities.values().stream()
        .flatMap(own -> own.stream().sorted(Comparator.comparingDouble(one -> one.time(0))))
        .toList();
  }

  private Clock clock(Content first, List<RecordingRows> rows, Spelling spelling) {
    if (first.columns().time() < 0) {
      return Clock.NONE;
    }
    String column = first.columns().names().get(first.columns().time());
    @Nullable Windowing like = windows.like();
    if (like != null) {
      requireSameSteps(rows, first.dates(), like.clock(), "the detector expects");
      return like.clock();
    }
    double[] differences = RecordingRows.differences(rows);
    if (differences.length == 0) {
      throw new DataException(
          "the recordings of %s have one row each, a window needs %d; name the right column"
              .formatted(first.recordings().get(0).file().name(), windows.length()),
          Remedy.ENTITY);
    }
    Clock own = new Clock(column, usual(differences), first.dates(), spelling);
    requireSameSteps(rows, first.dates(), own, "the usual one of these recordings is");
    notes.add(
        "the time is in column '%s', a step is %s"
            .formatted(VisibleText.of(column), own.duration(own.step())));
    return own;
  }

  /** The mean of those near the middle one: times may tremble, and holes are no steps. */
  private static double usual(double[] differences) {
    Arrays.sort(differences);
    double middle = differences[differences.length / 2];
    return Arrays.stream(differences)
        .filter(one -> one > middle / 2 && one < middle * 3 / 2)
        .average()
        .orElse(middle);
  }

  /** Of recordings that are long enough for a window; the others are left out. */
  private void requireSameSteps(
      List<RecordingRows> rows, boolean dates, Clock expected, String whose) {
    if (dates != expected.dates()) {
      throw rows.get(0)
          .file()
          .damaged(
              "has %s in '%s', the detector learnt from %s; write times as it knows them"
                  .formatted(words(dates), expected.column(), words(!dates)));
    }
    for (RecordingRows one : rows) {
      if (one.size() >= windows.length()) {
        double step = usual(RecordingRows.differences(List.of(one)));
        if (!expected.fits(step)) {
          throw new DataException(
              "%s has a step of %s, %s %s; resample the recording"
                  .formatted(
                      one.name(),
                      Clock.duration(step, dates),
                      whose,
                      expected.duration(expected.step())));
        }
      }
    }
  }

  private Uncut arrays(Dataset samples) {
    Shape shape = samples.shape();
    if (shape.isImage()) {
      throw new DataException(
          "%s holds pictures of %s, no recordings; leave the window out"
              .formatted(samples.name(), shape));
    }
    MemoryDataset all = samples.inMemory();
    List<Recording> recordings =
        shape.rank() == 1
            ? List.of(new Recording(samples.name(), turned(all), start()))
            : IntStream.range(0, (int) all.size())
                .mapToObj(
                    i -> new Recording(all.sampleName(i), channels(all.sample(i), shape), start()))
                .toList();
    List<String> names =
        IntStream.rangeClosed(1, shape.channels()).mapToObj(Integer::toString).toList();
    return new Uncut(recordings, names, List.of(), Clock.NONE);
  }

  /** Of an array: a detector may have learnt from times. */
  private double start() {
    return windows.like() == null ? 0 : Double.NaN;
  }

  private static float[][] turned(MemoryDataset rows) {
    float[][] values = new float[rows.shape().size()][(int) rows.size()];
    for (int step = 0; step < rows.size(); step++) {
      float[] row = rows.sample(step);
      for (int channel = 0; channel < row.length; channel++) {
        values[channel][step] = row[channel];
      }
    }
    return values;
  }

  private static float[][] channels(float[] sample, Shape shape) {
    int steps = shape.size() / shape.channels();
    return IntStream.range(0, shape.channels())
        .mapToObj(c -> Arrays.copyOfRange(sample, c * steps, (c + 1) * steps))
        .toArray(float[][]::new);
  }
}
