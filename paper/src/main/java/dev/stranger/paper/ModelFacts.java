package dev.stranger.paper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A model that figures come from.
 *
 * @param rows the methods that it is; none when its figures are points of curves
 * @param seeds those whose figures are there
 * @param epochs of its training, 0 when it has none
 * @param device that trained it
 * @param training the samples it learned from
 * @param options everything that was set
 */
public record ModelFacts(
    String name,
    List<MethodName> rows,
    List<Long> seeds,
    int epochs,
    String device,
    String training,
    String options) {

  public ModelFacts {
    rows = List.copyOf(rows);
    seeds = List.copyOf(seeds);
  }

  Map<String, String> toMap() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("rows", rows.stream().map(MethodName::key).collect(Collectors.joining(", ")));
    facts.put("seeds", seeds.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    facts.put("epochs", Integer.toString(epochs));
    facts.put("device", device);
    facts.put("training", training);
    facts.put("options", options);
    return facts;
  }
}
