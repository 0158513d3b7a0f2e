package dev.stranger.report;

import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.ScoredSet;
import dev.stranger.report.svg.Markup;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where the detector and this page come from. */
final class ProvenanceSection {

  /** A longer list of numbers is told by its ends. */
  private static final int SHORT = 4;

  private final Findings findings;
  private final Card card;
  private final Instant time;

  ProvenanceSection(Findings findings, Card card, Instant time) {
    this.findings = findings;
    this.card = card;
    this.time = time;
  }

  void writeTo(Markup page) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("report written", time.truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put(
        findings.detectors().size() == 1 ? "detector" : "detectors",
        String.join("\n", findings.detectors()));
    facts.put("samples", "%s, values %s".formatted(findings.shape(), findings.range()));
    facts.put("normal samples judged", judged(findings.normal()));
    List<String> strangers = findings.strangers().stream().map(ProvenanceSection::judged).toList();
    facts.put("strangers judged", String.join("\n", strangers));
    PageParts.writeFacts(page, facts);
    page.element("h3", "Model card of " + findings.detectors().get(0));
    Map<String, String> entries = new LinkedHashMap<>();
    card.entries().forEach(entry -> entries.put(Words.path(entry.path()), text(entry)));
    PageParts.writeFacts(page, entries);
  }

  private static String judged(ScoredSet set) {
    return "%s of %s".formatted(Words.count(set.size()), set.name());
  }

  private static String text(Card.Entry entry) {
    double[] numbers = entry.numbers();
    return numbers.length <= SHORT
        ? entry.text()
        : "%s numbers, from %s to %s"
            .formatted(
                Words.count(numbers.length),
                Words.number(numbers[0]),
                Words.number(numbers[numbers.length - 1]));
  }
}
