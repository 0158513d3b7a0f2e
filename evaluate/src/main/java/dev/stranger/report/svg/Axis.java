package dev.stranger.report.svg;

/**
 * @param title what is measured, and its unit
 */
public record Axis(String title, Scale scale) {}
