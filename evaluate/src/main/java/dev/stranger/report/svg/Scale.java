package dev.stranger.report.svg;

import java.util.List;

/** Where a value lies along an axis. Immutable and thread-safe. */
public sealed interface Scale permits LinearScale, LogScale {

  /** 0 at the lower end, 1 at the upper one; outside of the axis less or more. */
  double position(double value);

  /** The value at a position. */
  double value(double position);

  /** Round values along the axis. */
  List<Tick> ticks(int most);

  /** A labelled place of an axis. */
  record Tick(double value, String label) {}
}
