package dev.stranger.cli;

import dev.stranger.Energies;
import dev.stranger.Reasons;
import dev.stranger.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table; with reasons it has a column for the largest, and one for the share of each, which has
 * the name that the detector gives it.
 */
record VerdictCsv() implements VerdictFormat {

  private static final List<String> COLUMNS =
      List.of(
          "sample",
          "label",
          "score",
          "p_value",
          "ood",
          "full_energy",
          "kpca_error",
          "ae_loss",
          "neg_corr");

  @Override
  public String head(VerdictLine first) {
    List<String> columns = new ArrayList<>(COLUMNS);
    if (first.reasons() != null) {
      columns.add("why");
      first.reasons().parts().forEach(part -> columns.add("share: " + part.statistic()));
    }
    return joined(columns);
  }

  @Override
  public String line(VerdictLine line) {
    Verdict verdict = line.verdict();
    Energies energies = verdict.energies();
    List<String> fields = new ArrayList<>(List.of(line.sample(), line.label()));
    fields.add(Float.toString(verdict.score()));
    fields.add(Float.toString(verdict.pValue()));
    fields.add(Boolean.toString(verdict.ood()));
    fields.add(Float.toString(energies.fullEnergy()));
    fields.add(Float.toString(energies.kpcaError()));
    fields.add(Float.toString(energies.aeLoss()));
    fields.add(Float.toString(energies.negCorr()));
    if (line.reasons() != null) {
      addReasons(fields, line.reasons());
    }
    return joined(fields);
  }

  private static void addReasons(List<String> fields, Reasons reasons) {
    fields.add(reasons.inWords());
    reasons.parts().forEach(part -> fields.add(Float.toString((float) reasons.share(part))));
  }

  private static String joined(List<String> fields) {
    return fields.stream().map(VerdictCsv::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  private static String quoted(String text) {
    return text.matches("[^,\"\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
