package dev.stranger.paper;

import java.util.List;

/** All places where the published code departs from the paper. */
public final class Departures {

  /** As the experiments are run by default. */
  public static final List<Departure> ALL =
      CsvResource.read("departures.csv").stream()
          .map(
              line ->
                  new Departure(
                      line.getField("topic"),
                      line.getField("paper"),
                      line.getField("code"),
                      line.getField("here")))
          .toList();

  private Departures() {}
}
