package dev.stranger.cli;

import dev.stranger.CompleteFile;
import dev.stranger.Cursor;
import dev.stranger.cli.Judging.Judged;
import dev.stranger.cli.ReadableSamples.Broken;
import dev.stranger.cli.VerdictFormat.Line;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes verdicts, one a line, as they come, and among them the samples without one. A file gets
 * its name only when it is complete.
 */
final class VerdictWriter {

  private static final int LOOK = 1024;

  private final ReadableSamples data;
  private final Writer writer;
  private final VerdictFormat format;
  private VerdictCount count = new VerdictCount(0, 0, 0);

  /** Any line with a verdict. */
  private @Nullable Line like;

  private VerdictWriter(ReadableSamples data, Writer writer, VerdictFormat format) {
    this.data = data;
    this.writer = writer;
    this.format = format;
  }

  /**
   * @param file null writes to {@code console}
   */
  static VerdictCount write(
      Judging judging,
      ReadableSamples data,
      @Nullable Path file,
      VerdictFormat format,
      PrintWriter console) {
    if (file == null) {
      try {
        return write(judging, data, console, format);
      } finally {
        console.flush(); // what is judged before a failure is not lost
      }
    }
    VerdictCount[] count = new VerdictCount[1];
    CompleteFile.write(
        file,
        out -> {
          Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
          count[0] = write(judging, data, writer, format);
          writer.flush();
        });
    return count[0];
  }

  private static VerdictCount write(
      Judging judging, ReadableSamples data, Writer writer, VerdictFormat format) {
    VerdictWriter verdicts = new VerdictWriter(data, writer, format);
    judging.judge(data, verdicts::add);
    verdicts.end();
    return verdicts.count;
  }

  private void add(Judged judged) {
    if (like == null) {
      like = line("", "", judged);
      put(format.head(like));
    }
    addBroken();
    String label = label(judged.label());
    put(format.line(line(sample(), label, judged)));
    count = count.plus(judged.verdict().ood());
    if (count.samples() % LOOK == 0 && writer instanceof PrintWriter out && out.checkError()) {
      throw Errors.outputIsLost(); // such as in a pipe that ends early
    }
  }

  private static Line line(String sample, String label, Judged judged) {
    return new Line(sample, label, judged.verdict(), judged.reasons(), judged.columns());
  }

  private void end() {
    if (like == null) {
      put(format.head(null));
    }
    addBroken();
  }

  /** Those that stand before the next sample with a verdict. */
  private void addBroken() {
    List<Broken> broken = data.broken();
    while (count.broken() < broken.size() && broken.get(count.broken()).position() == count.all()) {
      Broken next = broken.get(count.broken());
      put(format.broken(sample(), label(next.label()), next.error(), like));
      count = count.plusBroken();
    }
  }

  private String sample() {
    return data.all().sampleName(count.all());
  }

  private String label(int label) {
    return label == Cursor.NO_LABEL ? "" : data.labelName(label);
  }

  private void put(String text) {
    try {
      writer.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
