package dev.stranger.paper;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where results come from.
 *
 * @param version of Stranger
 * @param command the command line
 * @param options that were in force, given or not
 * @param data which samples each set has, by its name
 */
public record RunFacts(
    String version,
    String command,
    Map<String, String> options,
    String device,
    Instant time,
    String java,
    String libtorch,
    Map<String, String> data) {

  /** All of it by name: texts, and maps of texts. */
  public Map<String, Object> toMap() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", version);
    facts.put("command", command);
    facts.put("options", new TreeMap<>(options));
    facts.put("device", device);
    facts.put("time", time.toString());
    facts.put("java", java);
    facts.put("libtorch", libtorch);
    facts.put("data", new TreeMap<>(data));
    return facts;
  }
}
