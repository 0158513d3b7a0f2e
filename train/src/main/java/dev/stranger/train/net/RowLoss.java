package dev.stranger.train.net;

import dev.stranger.prepare.CategoryFacts;
import dev.stranger.prepare.GapFlag;
import dev.stranger.prepare.TableEncoding;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The loss of prepared rows of a table, twice the negative logarithm of their likelihood but for a
 * constant: squared errors of numbers, and twice the cross-entropies of flags and of categories.
 * The number behind a gap has no loss. The decoder gives a logit for each flag and each place of a
 * category.
 */
public final class RowLoss implements Loss {

  /** Of logits of places: their exponentials can be added up as they are. */
  private static final double MOST = 30;

  private static final long EACH = 0;

  private final int numbers;
  private final int flags;
  private final int places;
  private final int categories;

  /** For each number, which flag hides it, counted from 1; 0 for none. */
  private final int[] hiders;

  /** For each place, the category that it belongs to: 1 in the row of the place. */
  private final float[] belongs;

  /** What stands for a flag, and for each place. */
  private final float[] sizes;

  /** What each value is where it stands for what training never had. */
  private final float[] strange;

  private final Tensor hiding;
  private final Tensor belonging;
  private final Tensor sizing;

  public RowLoss(TableEncoding rows, Compute compute) {
    numbers = rows.numbers().size();
    flags = rows.flags().size();
    places = rows.places();
    categories = rows.categories().size();
    hiders = hiders(rows);
    belongs = belongs(rows);
    sizes = sizes(rows);
    strange = rows.strange();
    hiding = compute.integers(hiders);
    belonging = compute.of(belongs, places, categories);
    sizing = compute.of(sizes, sizes.length);
  }

  /** How many of the first values of a row are numbers; the others are flags and places. */
  public int numbers() {
    return numbers;
  }

  private static int[] hiders(TableEncoding rows) {
    List<Integer> columns = rows.flags().stream().map(GapFlag::column).toList();
    return rows.numbers().stream().mapToInt(fact -> columns.indexOf(fact.column()) + 1).toArray();
  }

  private static float[] belongs(TableEncoding rows) {
    int count = rows.categories().size();
    float[] belongs = new float[rows.places() * count];
    int place = 0;
    for (int category = 0; category < count; category++) {
      int end = place + rows.categories().get(category).width();
      for (; place < end; place++) {
        belongs[place * count + category] = 1;
      }
    }
    return belongs;
  }

  private static float[] sizes(TableEncoding rows) {
    float[] sizes = new float[rows.flags().size() + rows.places()];
    int at = 0;
    for (GapFlag flag : rows.flags()) {
      sizes[at++] = flag.size();
    }
    for (CategoryFacts category : rows.categories()) {
      System.arraycopy(category.sizes(), 0, sizes, at, category.width());
      at += category.width();
    }
    return sizes;
  }

  private boolean hasHidden() {
    return flags > 0 && numbers > 0;
  }

  private static Tensor on(Tensor sized) {
    return sized.gt(new Scalar(0.0)).to(sized.scalar_type());
  }

  /** 1 for each number behind a gap. */
  private Tensor hidden(Tensor flagged) {
    Tensor none = torch.zeros_like(flagged.narrow(1, 0, 1));
    return torch.index_select(torch.cat(new TensorVector(none, flagged), 1), 1, hiding);
  }

  private static Tensor clipped(Tensor logits) {
    return torch.clamp(
        logits, new ScalarOptional(new Scalar(-MOST)), new ScalarOptional(new Scalar(MOST)));
  }

  @Override
  public Tensor each(Tensor rawRows, Tensor x) {
    Tensor raw = rawRows.to(ScalarType.Float);
    List<Tensor> parts = new ArrayList<>();
    Tensor flagged = on(x.narrow(1, numbers, flags));
    Tensor errors = raw.narrow(1, 0, numbers).sub(x.narrow(1, 0, numbers));
    parts.add((hasHidden() ? errors.sub(errors.mul(hidden(flagged))) : errors).square());
    if (flags > 0) {
      Tensor logits = raw.narrow(1, numbers, flags);
      parts.add(
          torch
              .binary_cross_entropy_with_logits(
                  logits, flagged, new TensorOptional(), new TensorOptional(), EACH)
              .mul(new Scalar(2.0)));
    }
    if (places > 0) {
      Tensor powers = clipped(raw.narrow(1, numbers + flags, places)).exp();
      Tensor taken = powers.mul(on(x.narrow(1, numbers + flags, places)));
      Tensor surprise = powers.mm(belonging).div(taken.mm(belonging)).log();
      parts.add(surprise.mul(new Scalar(2.0)));
    }
    return torch.cat(new TensorVector(parts.toArray(Tensor[]::new)), 1);
  }

  @Override
  public Tensor output(Tensor rawRows) {
    Tensor raw = rawRows.to(ScalarType.Float);
    Tensor flagged = raw.narrow(1, numbers, flags).sigmoid();
    Tensor powers = clipped(raw.narrow(1, numbers + flags, places)).exp();
    Tensor sums = powers.mm(belonging).mm(belonging.t());
    Tensor chances = torch.cat(new TensorVector(flagged, powers.div(sums)), 1);
    return torch.cat(new TensorVector(raw.narrow(1, 0, numbers), chances.mul(sizing)), 1);
  }

  /** Names of the parts of rows in a graph. */
  private record Parts(String numbers, String flags, String places) {}

  private Parts parts(OnnxGraph graph, String rows) {
    int ofPlaces = numbers + flags;
    return new Parts(
        numbers > 0 ? graph.slice(rows, 1, 0, numbers) : "",
        flags > 0 ? graph.slice(rows, 1, numbers, ofPlaces) : "",
        places > 0 ? graph.slice(rows, 1, ofPlaces, ofPlaces + places) : "");
  }

  private static String writeOn(OnnxGraph graph, String sized) {
    return graph.toFloat(graph.node("Greater", sized, graph.constant(0)));
  }

  /** 1 for each number behind a gap. */
  private String writeHidden(OnnxGraph graph, String flags) {
    String flagged = writeOn(graph, flags);
    String none = graph.mul(graph.slice(flagged, 1, 0, 1), graph.constant(0));
    long[] chosen = IntStream.of(hiders).asLongStream().toArray();
    String all = graph.concat(List.of(none, flagged));
    return graph.node("Gather", Map.of("axis", 1), all, graph.integers(chosen));
  }

  private static String writeClipped(OnnxGraph graph, String logits) {
    return graph.node("Clip", logits, graph.constant(-MOST), graph.constant(MOST));
  }

  private String belonging(OnnxGraph graph) {
    return graph.constant(belongs, places, categories);
  }

  @Override
  public String writeSum(OnnxGraph graph, String raw, String x) {
    String doubled = graph.mul(writeCrossEntropy(graph, raw, x), graph.constant(2));
    if (numbers == 0) {
      return doubled;
    }
    Parts given = parts(graph, x);
    String errors = graph.sub(parts(graph, raw).numbers, given.numbers);
    String known =
        hasHidden()
            ? graph.sub(errors, graph.mul(errors, writeHidden(graph, given.flags)))
            : errors;
    return graph.add(graph.squaredNorm(known), doubled);
  }

  @Override
  public String writeCrossEntropy(OnnxGraph graph, String raw, String x) {
    Parts given = parts(graph, x);
    Parts made = parts(graph, raw);
    List<String> sums = new ArrayList<>();
    if (flags > 0) {
      sums.add(CROSS_ENTROPY.writeSum(graph, made.flags, writeOn(graph, given.flags)));
    }
    if (places > 0) {
      String powers = graph.node("Exp", writeClipped(graph, made.places));
      String all = graph.matmul(powers, belonging(graph));
      String taken = graph.mul(powers, writeOn(graph, given.places));
      String own = graph.matmul(taken, belonging(graph));
      sums.add(graph.rowSum(graph.node("Log", graph.node("Div", all, own))));
    }
    return sums.size() == 1 ? sums.get(0) : graph.add(sums.get(0), sums.get(1));
  }

  @Override
  public String writeOutput(OnnxGraph graph, String raw) {
    Parts made = parts(graph, raw);
    List<String> outputs = new ArrayList<>();
    if (numbers > 0) {
      outputs.add(made.numbers);
    }
    if (flags > 0) {
      outputs.add(sized(graph, graph.node("Sigmoid", made.flags), 0, flags));
    }
    if (places > 0) {
      String powers = graph.node("Exp", writeClipped(graph, made.places));
      String belonging = belonging(graph);
      String back = graph.node("Transpose", Map.of("perm", new long[] {1, 0}), belonging);
      String sums = graph.matmul(graph.matmul(powers, belonging), back);
      outputs.add(sized(graph, graph.node("Div", powers, sums), flags, sizes.length));
    }
    return graph.concat(outputs);
  }

  private String sized(OnnxGraph graph, String chances, int from, int to) {
    float[] own = Arrays.copyOfRange(sizes, from, to);
    return graph.mul(chances, graph.constant(own, own.length));
  }

  /** It then expects of the column what goes with the others, and these are expected as ever. */
  @Override
  public String writeSeen(OnnxGraph graph, String x) {
    String isStrange = graph.node("Equal", x, graph.constant(strange, strange.length));
    return graph.node("Where", isStrange, graph.constant(0), x);
  }

  @Override
  public String writeKnown(OnnxGraph graph, String output, String x) {
    if (!hasHidden()) {
      return output;
    }
    Parts made = parts(graph, output);
    Parts given = parts(graph, x);
    String change =
        graph.mul(graph.sub(given.numbers, made.numbers), writeHidden(graph, given.flags));
    String rest = graph.slice(output, 1, numbers, (long) numbers + flags + places);
    return graph.concat(List.of(graph.add(made.numbers, change), rest));
  }

  @Override
  public boolean hasCrossEntropy() {
    return true;
  }
}
