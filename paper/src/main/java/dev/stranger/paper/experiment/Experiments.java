package dev.stranger.paper.experiment;

import dev.stranger.DataException;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.paper.CurveFigure;
import dev.stranger.paper.Departure;
import dev.stranger.paper.Figures;
import dev.stranger.paper.FlaggedSamples;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.ModelFacts;
import dev.stranger.paper.PaperTable;
import dev.stranger.paper.Result;
import dev.stranger.paper.Results;
import dev.stranger.paper.RunFacts;
import dev.stranger.paper.SetTitle;
import dev.stranger.train.Provenance;
import dev.stranger.train.torch.Compute;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The experiments of the paper. Seeds are the outermost loop, so that a run that is stopped leaves
 * every row with the seeds done so far. Not thread-safe.
 */
public final class Experiments {

  /** The sets of strangers of Table 1, in its order, and of photographs. */
  public static final List<String> STRANGERS =
      Stream.concat(PaperSets.STRANGERS.stream(), PaperSets.PHOTOGRAPH_STRANGERS.stream())
          .distinct()
          .toList();

  /** More keep it hardly busier. */
  private static final int AT_ONCE_ON_GPU = 5;

  private final PaperOptions options;
  private final PaperSets sets;
  private final Entrants entrants;
  private final ExperimentListener listener;
  private final Cache cache;
  private final KeptComparisons kept;
  private final Models models;
  private final Judge judge;
  private final Workshop workshop;
  private final Measurements measured = new Measurements();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> missing = new LinkedHashSet<>();

  /**
   * @param cache for what was trained and judged
   * @param atOnce how many models are at work at the same time; 0 chooses by the device
   * @throws DataException when it cannot be written, or when there is no such device
   */
  public Experiments(
      PaperOptions options,
      Catalogue catalogue,
      Cache cache,
      int atOnce,
      ExperimentListener listener) {
    this(options, catalogue, cache, KeptComparisons.nowhere(), atOnce, listener);
  }

  /**
   * @param kept what need not be in the cache; gets what is compared
   */
  public Experiments(
      PaperOptions options,
      Catalogue catalogue,
      Cache cache,
      KeptComparisons kept,
      int atOnce,
      ExperimentListener listener) {
    this.options = options.on(device(options.device(), cache));
    this.sets = new PaperSets(catalogue, options.effort());
    this.entrants = new Entrants(this.options, sets);
    this.listener = listener;
    this.cache = cache;
    this.cache.requireWritable();
    this.models = new Models(this.cache);
    this.kept = kept;
    this.judge = new Judge(cache, kept, models, listener);
    int usual = this.options.device().equals("cpu") ? 1 : AT_ONCE_ON_GPU;
    this.workshop = new Workshop(models, judge, atOnce == 0 ? usual : atOnce);
  }

  /** Where nothing is trained, the device that did it need not be here. */
  private static String device(String wanted, Cache cache) {
    return cache.isReadOnly() && !wanted.equals("auto")
        ? Compute.fullName(wanted)
        : Compute.on(wanted).toString();
  }

  /**
   * @param command for the record
   * @throws DataException when a set is missing, or when no method has a row in the tables
   */
  public Outcome run(String command) {
    List<Experiment> planned = new Plan(options, sets, entrants).experiments();
    requireWork(planned);
    Sensitivity sensitivity = new Sensitivity(options, sets, entrants, judge, this::unlessFailed);
    List<Workshop.Job> jobs = jobs(planned);
    if (!cache.isReadOnly()) {
      List<Workshop.Job> all = new ArrayList<>(jobs);
      all.addAll(options.figures() ? sensitivity.jobs() : List.of());
      listener.planned(workshop.workload(all));
      workshop.work(all); // in one go: nobody waits for the last of the tables
    }
    jobs.forEach(this::measure);
    if (cache.isReadOnly()) {
      missing.addAll(measured.missing(planned));
    }
    Figures figures = figures(sensitivity);
    kept.save();
    if (!missing.isEmpty()) {
      notes.add("not in the cache, and left out: " + String.join(", ", missing));
    }
    List<Result> results = new ArrayList<>();
    for (PaperTable table : PaperTable.values()) {
      if (options.wants(table)) {
        results.addAll(measured.results(table));
      }
    }
    Map<String, DataFileSums.Sum> files = sets.fileSums();
    RunNotes runNotes = new RunNotes(options, results);
    List<String> caveats = new ArrayList<>(sets.shortfalls());
    caveats.addAll(runNotes.caveats(files));
    notes.addAll(caveats);
    notes.addAll(runNotes.shorter());
    RunFacts facts = facts(command, files, caveats);
    return new Outcome(
        new Results(results, facts, Departure.ALL, List.copyOf(notes), runNotes.banner()), figures);
  }

  /** Those of the first seed first. */
  private List<Workshop.Job> jobs(List<Experiment> planned) {
    List<Workshop.Job> jobs = new ArrayList<>();
    for (long seed = 0; seed < options.seeds(); seed++) {
      for (Experiment experiment : planned) {
        for (Entrant entrant : experiment.entrants()) {
          jobs.add(new Workshop.Job(entrant, seed, experiment));
        }
      }
    }
    return jobs;
  }

  private void requireWork(List<Experiment> planned) {
    boolean rows = planned.stream().anyMatch(experiment -> !experiment.entrants().isEmpty());
    if (!rows && !options.figures() && !options.attack()) {
      throw new DataException(
          "no row of %s comes from the methods %s and the sets %s; choose others"
              .formatted(
                  options.tables().stream().map(PaperTable::key).toList(),
                  options.methods().stream().map(MethodName::key).toList(),
                  options.strangers()));
    }
  }

  private void measure(Workshop.Job job) {
    unlessFailed(
        () ->
            measured.add(
                job.experiment(),
                job.entrant(),
                job.seed(),
                judge.compare(job.entrant(), job.seed(), job.experiment())));
  }

  private Figures figures(Sensitivity sensitivity) {
    List<CurveFigure> curves = new ArrayList<>();
    List<FlaggedSamples> flagged = new ArrayList<>();
    if (options.figures()) {
      curves.addAll(sensitivity.figures(measured));
      flagged.addAll(flagged());
    }
    if (options.attack()) {
      curves.addAll(attacks());
    }
    return options.figures()
        ? new Figures(
            measured.densities(PaperTable.TABLE1),
            measured.densities(PaperTable.SAME),
            flagged,
            curves)
        : new Figures(List.of(), List.of(), flagged, curves);
  }

  /** What needs a model that cannot be trained is left out, and the reader told. */
  private void unlessFailed(Runnable work) {
    try {
      work.run();
    } catch (ModelFailedException e) {
      notes.add(e.getMessage());
    } catch (NotCachedException e) {
      missing.add(e.getMessage());
    }
  }

  private List<FlaggedSamples> flagged() {
    Flagged finder = new Flagged(cache, models, listener);
    List<FlaggedSamples> found = new ArrayList<>();
    List<PaperSet> judged = new ArrayList<>(List.of(sets.testGarments()));
    options.strangersOf(PaperSets.STRANGERS).forEach(name -> judged.add(sets.strangers(name)));
    judged.forEach(set -> unlessFailed(() -> found.add(finder.of(entrants.oneScore(), set))));
    return found;
  }

  private List<CurveFigure> attacks() {
    Attacks attacks = new Attacks(cache, models, listener, options.effort());
    List<CurveFigure> figures = new ArrayList<>();
    for (String name : options.strangersOf(PaperSets.STRANGERS)) {
      unlessFailed(
          () ->
              figures.add(
                  attacks.figure(
                      entrants.oneScore(),
                      "The one score under attack, %s".formatted(SetTitle.of(name)),
                      sets.testGarments(),
                      sets.strangers(name))));
    }
    return figures;
  }

  private RunFacts facts(
      String command, Map<String, DataFileSums.Sum> files, List<String> caveats) {
    List<ModelFacts> models = measured.models();
    Map<String, String> sums = new TreeMap<>();
    files.forEach((file, sum) -> sums.put(file, sum.toString()));
    return new RunFacts(
        Provenance.version(),
        command,
        options.toMap(),
        devices(models),
        Instant.now().truncatedTo(ChronoUnit.SECONDS),
        System.getProperty("java.version"),
        Provenance.libtorch(),
        sets.identities(),
        sums,
        caveats,
        models);
  }

  private String devices(List<ModelFacts> models) {
    return models.isEmpty()
        ? options.device()
        : models.stream().map(ModelFacts::device).distinct().collect(Collectors.joining("; "));
  }
}
