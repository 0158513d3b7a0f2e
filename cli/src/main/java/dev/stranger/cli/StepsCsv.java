package dev.stranger.cli;

import dev.stranger.CompleteFile;
import dev.stranger.calibrate.StepVerdicts.Merged;
import dev.stranger.score.JudgedRecording;
import dev.stranger.series.Span;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** A table with a line for each time step of recordings. */
final class StepsCsv {

  private StepsCsv() {}

  /**
   * The file gets its name only when it is complete.
   *
   * @param format of texts
   */
  static void write(List<JudgedRecording> judged, VerdictCsv format, Path file) {
    CompleteFile.write(
        file,
        out -> {
          Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
          writer.write("recording,step,time,score,p_value,ood,span,channel\n");
          for (JudgedRecording one : judged) {
            write(one, format, writer);
          }
          writer.flush();
        });
  }

  private static void write(JudgedRecording judged, VerdictCsv format, Writer writer)
      throws IOException {
    Merged steps = judged.steps();
    String name = format.field(judged.recording().name());
    Iterator<Span> spans = judged.spans().iterator();
    int number = 0;
    String span = ",";
    int end = -1;
    for (int step = 0; step < steps.scores().length; step++) {
      if (steps.ood()[step] && step > end) {
        Span next = spans.next();
        end = next.to();
        span = ++number + "," + format.field(next.channel());
      }
      writer.write(
          String.format(
              Locale.ROOT,
              "%s,%d,%s,%s,%s,%b,%s\n",
              name,
              step,
              judged.recording().time(step, judged.clock()),
              steps.scores()[step],
              steps.pValues()[step],
              steps.ood()[step],
              steps.ood()[step] ? span : ","));
    }
  }
}
