package dev.stranger.report;

import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.ScoredSet;
import dev.stranger.report.svg.Markup;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Where the detector and this page come from. */
final class ProvenanceSection implements Section {

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

  @Override
  public String id() {
    return "provenance";
  }

  @Override
  public String title() {
    return "Where this comes from";
  }

  @Override
  public void writeTo(Markup page) {
    Facts facts = new Facts();
    facts.add("report written", time.truncatedTo(ChronoUnit.SECONDS).toString());
    facts.add(
        findings.detectors().size() == 1 ? "detector" : "detectors",
        String.join("\n", findings.detectors()));
    facts.add("samples", "%s, values %s".formatted(findings.shape(), findings.range()));
    facts.add("normal samples judged", judged(findings.normal()));
    List<String> strangers = findings.strangers().stream().map(ProvenanceSection::judged).toList();
    facts.add("strangers judged", String.join("\n", strangers));
    facts.writeTo(page);
    page.element("h3", "Model card of " + findings.detectors().get(0));
    Facts entries = new Facts();
    card.entries().forEach(entry -> entries.add(entry.path(), text(entry)));
    entries.writeTo(page);
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
