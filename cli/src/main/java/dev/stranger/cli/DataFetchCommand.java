package dev.stranger.cli;

import dev.stranger.DataException;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.FetchListener;
import dev.stranger.data.catalogue.Fetcher;
import dev.stranger.data.catalogue.FileSet;
import dev.stranger.data.catalogue.NamedSet;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stranger data fetch NAME...}. */
@Command(
    name = "fetch",
    description = "Download and verify named sets; resumes an earlier download.")
final class DataFetchCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private DataFolderOption folder;

  @Parameters(arity = "1..*", paramLabel = "NAME[:PART]", description = "What to fetch.")
  private List<String> names;

  @Override
  public void run() {
    Catalogue catalogue = folder.catalogue();
    PrintWriter out = spec.commandLine().getOut();
    names.forEach(name -> catalogue.set(name.split(":", 2)[0])); // before an hour of fetching
    for (String name : names) {
      String[] words = name.split(":", 2);
      NamedSet set = catalogue.set(words[0]);
      if (!(set instanceof FileSet files)) {
        throw new DataException(set.name() + " is generated when it is used; nothing to fetch");
      }
      try (FetchProgress progress = new FetchProgress(out)) {
        new Fetcher().fetch(files, words.length < 2 ? "" : words[1], catalogue.folders(), progress);
      }
    }
  }

  /** Shows a bar a file. */
  private static final class FetchProgress implements FetchListener, AutoCloseable {

    private final PrintWriter out;
    private Progress progress = Progress.none();
    private String current = "";

    FetchProgress(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void progress(String file, long done, long total) {
      if (!file.equals(current)) {
        progress.close();
        progress = Progress.start(out, file, total, "byte");
        current = file;
      }
      progress.to(done);
    }

    @Override
    public void retry(String file, String reason) {
      out.printf("%s: connection lost (%s), trying again%n", file, reason);
      out.flush();
    }

    @Override
    public void done(String file) {
      close();
      out.printf("%s is here%n", file);
      out.flush();
    }

    @Override
    public void close() {
      progress.close();
      progress = Progress.none();
      current = "";
    }
  }
}
