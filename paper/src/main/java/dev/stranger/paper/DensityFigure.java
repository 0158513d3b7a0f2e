package dev.stranger.paper;

/**
 * How a method's scores of normal samples and of strangers are distributed, in one panel.
 *
 * @param set name of the strangers
 * @param in scores of the normal samples, in any unit
 * @param out scores of the strangers
 */
public record DensityFigure(MethodName method, String set, double[] in, double[] out) {}
