package dev.stranger.cli;

import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperReport;
import dev.stranger.paper.PaperTable;
import dev.stranger.paper.Publication;
import dev.stranger.paper.ResultTables;
import dev.stranger.paper.experiment.BaselineEpochs;
import dev.stranger.paper.experiment.Cache;
import dev.stranger.paper.experiment.Effort;
import dev.stranger.paper.experiment.Experiments;
import dev.stranger.paper.experiment.KeptComparisons;
import dev.stranger.paper.experiment.Outcome;
import dev.stranger.paper.experiment.PaperOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stranger paper}. */
@Command(
    name = "paper",
    customSynopsis = "${COMMAND-FULL-NAME} [OPTIONS] [PART...]",
    description = {
      "Repeat the experiments of the paper; shows published and measured figures side by side.",
      "Models and scores are cached: a stopped run continues, and a second one takes seconds."
    })
final class PaperCommand implements Runnable {

  /** What there is to repeat. */
  enum Part {
    TABLE1(PaperTable.TABLE1),
    TABLE2(PaperTable.TABLE2),
    TABLE3(PaperTable.TABLE3),
    MMD(PaperTable.MMD_WD),
    SAME(PaperTable.SAME),
    PHOTOS(PaperTable.PHOTOS),
    FIGURES(null),
    ATTACK(null),
    ALL(null);

    private final @Nullable PaperTable table;

    Part(@Nullable PaperTable table) {
      this.table = table;
    }

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec;
  @Mixin private DataFolderOption folder;

  @Parameters(
      arity = "0..*",
      paramLabel = "PART",
      description =
          "table1, table2, table3, mmd, same, photos, figures, attack or all, one or more (default:"
              + " all).")
  private List<String> parts = List.of("all");

  @Option(
      names = "--quick",
      description = "Few images and epochs: a test run in minutes; not comparable with the paper.")
  private boolean quick;

  @Option(
      names = "--epochs",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Epochs of the networks (default: 1600, as published).")
  private @Nullable Integer epochs;

  @Option(
      names = "--baseline-epochs",
      paramLabel = "N[,MODEL=N]",
      converter = Converters.Epochs.class,
      description =
          "Epochs of the networks that the paper compares with, such as 100 or 100,vae=1600"
              + " (default: those of --epochs).")
  private @Nullable BaselineEpochs baselineEpochs;

  @Option(
      names = "--seeds",
      converter = Converters.Count.class,
      paramLabel = "N",
      defaultValue = "1",
      description = "Trainings of each model (default: ${DEFAULT-VALUE}; published: 10).")
  private int seeds;

  @Option(
      names = "--at-once",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Models trained at the same time (default: 1, on a GPU 5).")
  private @Nullable Integer atOnce;

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "KEY",
      description = "Only these methods, such as kpca_error,vae (default: all).")
  private List<String> methods = List.of();

  @Option(
      names = "--sets",
      split = ",",
      paramLabel = "NAME",
      description = "Only these sets of strangers, such as mnist,svhn (default: all).")
  private List<String> sets = Experiments.STRANGERS;

  @Option(
      names = "--device",
      converter = Converters.DeviceName.class,
      defaultValue = "auto",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda-bf16 (default: ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--auxiliary",
      paramLabel = "D",
      description =
          "Strangers that energy_finetuned and outlier_exposure learn from (default: made from the"
              + " training images).")
  private @Nullable String auxiliary;

  @Option(
      names = "--contamination",
      converter = Converters.StrangerShare.class,
      paramLabel = "SHARE",
      defaultValue = "0.1",
      description =
          "Share of digits among the garments that robust_rkm learns from (default: ${DEFAULT-VALUE}).")
  private double contamination;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description = "Cache of models and scores (default: ~/.stranger/paper).")
  private Path cache = Path.of(System.getProperty("user.home"), ".stranger", "paper");

  @Option(
      names = "--cached",
      description =
          "Train and judge nothing: show what the cache holds for --device, which need not be here.")
  private boolean cached;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write a page with all tables and figures, and results.csv and results.json.")
  private @Nullable Path report;

  @Option(
      names = "--publish",
      paramLabel = "DOCS",
      description = "Write a Markdown page, DOCS/results.md, with its files in DOCS/results.")
  private @Nullable Path publish;

  @Option(
      names = "--keep",
      paramLabel = "FILE.csv",
      description =
          "Keep the comparisons in this table, too, and use them where the cache has none (default"
              + " with --publish: DOCS/results/comparisons.csv).")
  private @Nullable Path keep;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    new Outputs(spec)
        .read("--auxiliary", auxiliary)
        .writeFolder("--report", report, List.of("index.html", "results.csv", "results.json"))
        .writeFolder("--publish", publish, List.of("results.md"))
        .write("--keep", keep);
    PaperOptions options = options();
    Cache known = cached ? Cache.asItIs(cache) : new Cache(cache);
    int together = atOnce == null ? 0 : atOnce;
    PaperProgress progress = new PaperProgress(out);
    Outcome outcome =
        new Experiments(options, folder.catalogue(), known, kept(), together, progress)
            .run(command());
    ResultTables.print(outcome.results(), out);
    ResultTables.printCurves(outcome.figures().curves(), out);
    if (report == null && options.figures()) {
      out.printf("%nDensities and flagged samples are on the page that --report DIR writes%n");
    } else if (report != null) {
      out.printf(
          "%nThe report is %s%n", PaperReport.write(outcome.results(), outcome.figures(), report));
    }
    if (publish != null) {
      out.printf(
          "%nThe page for a repository is %s%n",
          Publication.write(outcome.results(), outcome.figures(), publish));
    }
    out.flush();
  }

  private KeptComparisons kept() {
    Path file = keep == null && publish != null ? Publication.comparisons(publish) : keep;
    return file == null ? KeptComparisons.nowhere() : KeptComparisons.in(file);
  }

  private PaperOptions options() {
    Set<Part> wanted = wantedParts();
    return new PaperOptions(
        wanted.stream()
            .filter(part -> part.table != null)
            .map(part -> part.table)
            .collect(Collectors.toSet()),
        wanted.contains(Part.FIGURES),
        wanted.contains(Part.ATTACK),
        wantedMethods(),
        wantedSets(),
        seeds,
        effort(),
        device,
        contamination,
        auxiliary);
  }

  private Effort effort() {
    Effort effort = quick ? Effort.QUICK : Effort.PAPER;
    if (epochs != null) {
      effort = effort.withEpochs(epochs);
    }
    return baselineEpochs == null ? effort : effort.withBaselineEpochs(baselineEpochs);
  }

  private Set<Part> wantedParts() {
    List<String> keys = Arrays.stream(Part.values()).map(Part::key).toList();
    Set<Part> wanted = EnumSet.noneOf(Part.class);
    for (String part : parts) {
      String key = part.toLowerCase(Locale.ROOT);
      requireKnown("part", key, keys);
      wanted.add(Part.values()[keys.indexOf(key)]);
    }
    return wanted.contains(Part.ALL) ? EnumSet.allOf(Part.class) : wanted;
  }

  private Set<MethodName> wantedMethods() {
    List<String> keys = Arrays.stream(MethodName.values()).map(MethodName::key).toList();
    methods.forEach(method -> requireKnown("method", method, keys));
    return methods.isEmpty()
        ? EnumSet.allOf(MethodName.class)
        : methods.stream().map(MethodName::of).collect(Collectors.toSet());
  }

  /** In the order of the paper. */
  private List<String> wantedSets() {
    sets.forEach(set -> requireKnown("set", set, Experiments.STRANGERS));
    return Experiments.STRANGERS.stream().filter(sets::contains).toList();
  }

  private void requireKnown(String what, String given, List<String> known) {
    if (!known.contains(given)) {
      throw new ParameterException(
          spec.commandLine(),
          "the paper has no %s '%s'; choose of %s"
              .formatted(what, given, String.join(", ", known)));
    }
  }

  /** The arguments of the whole command line, which begin with the name of this command. */
  private String command() {
    return "stranger " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }
}
