package dev.stranger.paper;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the paper's tables, in their units. Sets have the names of the catalogue. Its AUPR
 * is {@code aupr_in}, and its overlap is {@code overlap_union}, for that is what the table holds.
 */
public final class Published {

  private static final Map<List<String>, PublishedFigure> FIGURES = read();

  private Published() {}

  /** The published figure, if the paper has one. */
  public static Optional<PublishedFigure> find(
      PaperTable table, MethodName method, String in, String out, PaperMetric metric) {
    return Optional.ofNullable(FIGURES.get(place(table, method, in, out, metric)));
  }

  /** Where the paper has the figure that a result is held against. */
  static List<String> place(Result result) {
    return place(result.table(), result.method(), result.in(), result.out(), result.metric());
  }

  private static List<String> place(
      PaperTable table, MethodName method, String in, String out, PaperMetric metric) {
    return List.of(table.key(), column(method).key(), in, out, metric.published().key());
  }

  /** Some columns of the paper stand beside two rows: see the notes of the methods. */
  static MethodName column(MethodName method) {
    return switch (method) {
      case VAE_PUBLISHED -> MethodName.VAE;
      case GAN_PUBLISHED -> MethodName.GAN;
      case FULL_ENERGY_PUBLISHED -> MethodName.FULL_ENERGY;
      default -> method;
    };
  }

  static Map<List<String>, PublishedFigure> all() {
    return FIGURES;
  }

  private static Map<List<String>, PublishedFigure> read() {
    Map<List<String>, PublishedFigure> figures = new HashMap<>();
    for (NamedCsvRecord line : CsvResource.read("published.csv")) {
      List<String> place = line.getFields().subList(0, 5);
      String mean = line.getField("mean");
      figures.put(
          place, new PublishedFigure(new BigDecimal(mean), numberOrNone(line.getField("std"))));
    }
    return Map.copyOf(figures);
  }

  private static @Nullable BigDecimal numberOrNone(String text) {
    return text.isEmpty() ? null : new BigDecimal(text);
  }
}
