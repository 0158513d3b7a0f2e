package dev.stranger.paper;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where results come from.
 *
 * @param version of Stranger
 * @param command the command line
 * @param options that were in force, given or not
 * @param data which samples each set has, by its name
 * @param files of the data, and the SHA-256 sum of each
 * @param caveats in what data and settings differ from the paper's, a sentence each
 * @param models that the figures come from
 */
public record RunFacts(
    String version,
    String command,
    Map<String, String> options,
    String device,
    Instant time,
    String java,
    String libtorch,
    Map<String, String> data,
    Map<String, String> files,
    List<String> caveats,
    List<ModelFacts> models) {

  static final String CAVEATS = "caveats";

  public RunFacts {
    caveats = List.copyOf(caveats);
    models = List.copyOf(models);
  }

  /** All of it by name: texts, lists of texts, and maps of such. */
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
    facts.put("files", new TreeMap<>(files));
    facts.put(CAVEATS, caveats);
    Map<String, Object> trained = new LinkedHashMap<>();
    models.forEach(model -> trained.put(model.name(), model.toMap()));
    facts.put("models", trained);
    return facts;
  }
}
