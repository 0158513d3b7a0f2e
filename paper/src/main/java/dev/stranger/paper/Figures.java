package dev.stranger.paper;

import java.util.List;

/**
 * The figures of a run; lists may be empty.
 *
 * @param densities methods against sets of strangers
 * @param same training samples as {@code in}, test samples as {@code out}
 * @param flagged samples that were taken for strangers, a set each
 */
public record Figures(
    List<DensityFigure> densities,
    List<DensityFigure> same,
    List<FlaggedSamples> flagged,
    List<CurveFigure> curves) {

  /** When only tables were asked for. */
  public static final Figures NONE = new Figures(List.of(), List.of(), List.of(), List.of());

  public Figures {
    densities = List.copyOf(densities);
    same = List.copyOf(same);
    flagged = List.copyOf(flagged);
    curves = List.copyOf(curves);
  }
}
