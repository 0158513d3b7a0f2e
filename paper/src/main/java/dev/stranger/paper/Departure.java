package dev.stranger.paper;

import dev.stranger.report.Table;
import java.util.List;

/**
 * A place where the published code departs from the text of the paper, or says what the text leaves
 * open.
 *
 * @param paper what the paper says
 * @param code what its code did
 * @param here what these experiments do
 * @param inShort what the code does, for departures that change figures much; empty for the others
 */
public record Departure(String topic, String paper, String code, String here, String inShort) {

  /** All places, as the experiments are run by default. */
  public static final List<Departure> ALL =
      CsvResource.read("departures.csv").stream()
          .map(
              line ->
                  new Departure(
                      line.getField("topic"),
                      line.getField("paper"),
                      line.getField("code"),
                      line.getField("here"),
                      line.getField("in_short")))
          .toList();

  static Table table(List<Departure> departures) {
    return Table.of(
        Table.TEXTS,
        List.of("topic", "the paper", "its code", "this run"),
        departures.stream()
            .map(place -> List.of(place.topic, place.paper, place.code, place.here))
            .toList());
  }
}
