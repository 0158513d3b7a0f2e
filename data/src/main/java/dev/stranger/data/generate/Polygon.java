package dev.stranger.data.generate;

/** A closed line through the corners {@code (x[i], y[i])} in pixels, y pointing down. */
record Polygon(double[] x, double[] y) {}
