package dev.stranger.paper;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Writes pages of generated results, to be looked at: {@code PaperPreview FOLDER}. */
final class PaperPreview {

  private PaperPreview() {}

  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    Results one = new GeneratedResults(1).results();
    Results several = new GeneratedResults(3).results();
    PaperReport.write(one, Figures.NONE, folder.resolve("tables"));
    PaperReport.write(several, GeneratedResults.figures(), folder.resolve("all"));
    Publication.write(several, GeneratedResults.figures(), folder.resolve("docs"));
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    ResultTables.print(several, out);
    ResultTables.print(one, out);
  }
}
