package dev.stranger.report.svg;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Rules for single tags and classes, of which the later ones win. Immutable. */
record StyleSheet(String text, List<Rule> rules) {

  private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^}]*)}");

  /** For pictures that stand alone: on white with fixed colours. */
  static final StyleSheet PICTURE = parse(resource("picture.css"));

  private record Rule(List<String> selectors, Map<String, String> properties) {}

  private static StyleSheet parse(String text) {
    List<Rule> rules = new ArrayList<>();
    for (MatchResult rule : RULE.matcher(text).results().toList()) {
      Map<String, String> properties = new HashMap<>();
      for (String property : rule.group(2).strip().split(";\\s*")) {
        String[] nameAndValue = property.split(":\\s*", 2);
        properties.put(nameAndValue[0], nameAndValue[1]);
      }
      rules.add(new Rule(List.of(rule.group(1).strip().split(",\\s*")), properties));
    }
    return new StyleSheet(text, List.copyOf(rules));
  }

  /** All that is set for an element. */
  Map<String, String> of(String tag, String look) {
    List<String> names = new ArrayList<>(List.of(tag));
    Arrays.stream(look.split(" ")).forEach(name -> names.add("." + name));
    Map<String, String> properties = new HashMap<>();
    for (Rule rule : rules) {
      if (rule.selectors.stream().anyMatch(names::contains)) {
        properties.putAll(rule.properties);
      }
    }
    return properties;
  }

  private static String resource(String name) {
    try (InputStream in = StyleSheet.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
