package dev.stranger.cli;

import dev.stranger.CompleteFile;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.suspect.Suspect;
import dev.stranger.train.suspect.Suspects;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code train} says and writes of samples that look like strangers. */
final class SuspectText {

  private SuspectText() {}

  /**
   * @param file where they are listed, or null
   */
  static void say(TrainedModel model, @Nullable Path file, PrintWriter out) {
    Suspects suspects = model.suspects();
    if (suspects.isSaid() && !suspects.found().isEmpty()) {
      out.printf("the strangest samples: %s%n", suspects.names());
    }
    if (suspects.isWarning()) {
      out.printf(
          "what is like them is learnt as normal; look at them%s, %s%n",
          file == null ? " with --suspects FILE.csv" : "",
          model.models() > 1
              ? "and leave out those that are not normal"
              : "or let them count half with --contamination auto");
    }
    if (suspects.isSaid()) {
      out.println(Suspects.GUARANTEE);
    }
    if (file != null) {
      CompleteFile.write(file, stream -> write(suspects, stream));
      int count = suspects.found().size();
      out.printf(
          "%s lists %,d suspect%s%s%n",
          file,
          count,
          count == 1 ? "" : "s",
          suspects.samples() == 0 ? ": " + suspects.summary() : "");
    }
  }

  private static void write(Suspects suspects, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder("rank,sample,label,suspicion,counts_half\n");
    List<Suspect> found = suspects.found();
    for (int i = 0; i < found.size(); i++) {
      Suspect suspect = found.get(i);
      text.append(i + 1)
          .append(',')
          .append(VerdictCsv.quoted(suspect.name()))
          .append(',')
          .append(VerdictCsv.quoted(suspect.label()))
          .append(',')
          .append((float) suspect.suspicion())
          .append(',')
          .append(i < suspects.halved())
          .append('\n');
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
