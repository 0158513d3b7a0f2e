package dev.stranger.train.suspect;

import dev.stranger.VisibleText;
import dev.stranger.report.Words;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The samples that look like strangers among those to learn from.
 *
 * @param found the strangest first
 * @param standOut how many of the samples the others do not explain
 * @param halved how many of those found count half, the first ones
 * @param samples how many were looked at; none where they are too few to tell
 * @param contamination that was asked for
 */
public record Suspects(
    List<Suspect> found, int standOut, int halved, int samples, Contamination contamination) {

  /** What a sentence says of the held-out samples, which no search touches. */
  public static final String GUARANTEE =
      "the guarantee is about the mix: strangers among the held-out samples use up alarms; to flag"
          + " more, ask for a rate above their share, or recalibrate with samples known to be normal";

  /** Nobody looked. */
  public static final Suspects NONE = new Suspects(List.of(), 0, 0, 0, Contamination.NONE);

  private static final int NAMED = 5;
  private static final int FEWEST_TO_WARN = 3;
  private static final double SHARE_TO_WARN = 0.01;

  public Suspects {
    found = List.copyOf(found);
  }

  /** Whether nobody asked for suspects, but there are too many to say nothing. */
  public boolean isWarning() {
    return !contamination.isExpected()
        && found.size() >= Math.max(FEWEST_TO_WARN, Math.ceil(SHARE_TO_WARN * samples));
  }

  /** Whether there is something to say. */
  public boolean isSaid() {
    return contamination.isExpected() || isWarning();
  }

  /** Which of some positions in the data set have samples that count half. */
  public BitSet halvedOf(int[] positions) {
    Set<Integer> all =
        found.stream().limit(halved).map(Suspect::position).collect(Collectors.toSet());
    BitSet halves = new BitSet();
    IntStream.range(0, positions.length)
        .filter(i -> all.contains(positions[i]))
        .forEach(halves::set);
    return halves;
  }

  /** How many there are, for people. */
  public String summary() {
    if (samples == 0) {
      return "fewer than %s samples to learn from do not show which of them are strange"
          .formatted(Words.count(SuspectSearch.FEWEST));
    }
    String all = Words.count(samples);
    String count =
        standOut == 0
            ? "no strangers stand out among the %s samples to learn from".formatted(all)
            : "%s of %s samples to learn from look like strangers"
                .formatted(Words.count(standOut), all);
    return halved == 0
        ? count
        : "%s; the %s strangest count half".formatted(count, Words.count(halved));
  }

  /** The names of the strangest, or nothing. */
  public String names() {
    String names =
        found.stream()
            .limit(NAMED)
            .map(suspect -> VisibleText.of(suspect.name()))
            .collect(Collectors.joining(", "));
    int more = found.size() - NAMED;
    return more > 0 ? "%s and %s more".formatted(names, Words.count(more)) : names;
  }
}
