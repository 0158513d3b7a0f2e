package dev.stranger.train.method;

import dev.stranger.IndexedDataset;
import dev.stranger.Shape;
import dev.stranger.prepare.CategoryFacts;
import dev.stranger.prepare.GapFlag;
import dev.stranger.prepare.NumberFact;
import dev.stranger.prepare.NumberFact.Reading;
import dev.stranger.prepare.NumberScale;
import dev.stranger.prepare.TableEncoding;
import dev.stranger.prepare.TableFit;
import dev.stranger.table.Column;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Ranks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Prepares the rows of a table in a graph, as {@link TableEncoding} does in Java.
 *
 * @param takesGaps whether {@code NaN} is a gap; rows of nameless numbers have none
 * @param regression what the other columns say of each
 * @param usualValues of each column of numbers, quantiles of its values; none of other columns, and
 *     empty for rows of nameless numbers
 */
public record TablePreparation(
    TableEncoding encoding,
    boolean takesGaps,
    ColumnRegression regression,
    List<List<Float>> usualValues)
    implements GraphPreparation {

  private static final int USUAL_VALUES = 9;

  /** The least and the largest values of a column are those of single rows. */
  private static final double FIRST_QUANTILE = 0.02;

  /** Quantiles are hardly better from more rows, or more values in all. */
  private static final int MOST_ROWS = 2_000;

  private static final int MOST_VALUES = 1 << 24;

  /** Of wider tables the metadata would be large. */
  private static final int MOST_COLUMNS = 1 << 12;

  /** Of the values of test samples, one in so many is a gap. */
  private static final int VALUES_A_GAP = 10;

  /**
   * @param ranks each of which has some of the samples
   */
  static TablePreparation fit(IndexedDataset table, int[] samples, Ranks ranks) {
    TableFit.Rows rows =
        consumer -> Arrays.stream(samples).mapToObj(table::sample).forEach(consumer);
    boolean isTable = TableFit.isTable(table);
    List<Column> columns = isTable ? table.columns() : Column.numbers(table.shape().size());
    TableFit.Together together = over(ranks);
    TableEncoding encoding = TableFit.of(columns, rows, together);
    return new TablePreparation(
        encoding,
        isTable,
        ColumnRegression.fit(encoding, rows, together),
        isTable ? usualValues(table, columns, samples) : List.of());
  }

  /** Of the own samples: the first of several ranks, which writes the file, has enough. */
  private static List<List<Float>> usualValues(
      IndexedDataset table, List<Column> columns, int[] samples) {
    int width = columns.size();
    if (width > MOST_COLUMNS) {
      return List.of();
    }
    float[][] rows =
        Arrays.stream(samples)
            .limit(Math.min(MOST_ROWS, Math.max(1, MOST_VALUES / width)))
            .mapToObj(table::sample)
            .toArray(float[][]::new);
    return IntStream.range(0, width)
        .mapToObj(
            column ->
                columns.get(column).kind() == Column.Kind.NUMBER
                    ? quantiles(rows, column)
                    : List.<Float>of())
        .toList();
  }

  private static List<Float> quantiles(float[][] rows, int column) {
    double[] sorted =
        Arrays.stream(rows)
            .mapToDouble(row -> row[column])
            .filter(value -> !Double.isNaN(value))
            .sorted()
            .toArray();
    return IntStream.range(0, sorted.length == 0 ? 0 : USUAL_VALUES)
        .mapToDouble(i -> FIRST_QUANTILE + (1 - 2 * FIRST_QUANTILE) * i / (USUAL_VALUES - 1))
        .mapToObj(quantile -> (float) sorted[(int) Math.round(quantile * (sorted.length - 1))])
        .distinct()
        .toList();
  }

  private static TableFit.Together over(Ranks ranks) {
    return new TableFit.Together() {
      @Override
      public double[] sum(double[] own) {
        return ranks.sum(own);
      }

      @Override
      public double[] largest(double[] own) {
        double[] all = ranks.gather(own);
        return IntStream.range(0, own.length)
            .mapToDouble(
                i ->
                    IntStream.range(0, ranks.size())
                        .mapToDouble(rank -> all[rank * own.length + i])
                        .max()
                        .orElseThrow())
            .toArray();
      }
    };
  }

  @Override
  public Shape shapeOf(Shape samples) {
    return Shape.of(encoding.width());
  }

  @Override
  public float[] apply(float[] row) {
    return encoding.apply(row);
  }

  @Override
  public List<Float> units() {
    Float[] units = new Float[encoding.columns().size()];
    Arrays.fill(units, 1f);
    values().forEach(value -> units[value.column()] = value.scale().unit());
    return List.of(units);
  }

  /** The numbers that are values of columns. */
  private List<NumberFact> values() {
    return encoding.numbers().stream().filter(fact -> fact.reading() == Reading.VALUE).toList();
  }

  @Override
  public float generated(int position, int size, float normal, RandomGenerator random) {
    if (takesGaps && random.nextInt(VALUES_A_GAP) == 0) {
      return Float.NaN;
    }
    Column column = encoding.columns().get(position);
    return column.kind() == Column.Kind.CATEGORY
        ? random.nextInt(column.categories().size() + 1)
        : values().stream()
            .filter(value -> value.column() == position)
            .findFirst()
            .orElseThrow()
            .scale()
            .inverse(normal);
  }

  @Override
  public String write(OnnxGraph graph, String x) {
    List<String> parts = new ArrayList<>();
    if (!encoding.numbers().isEmpty()) {
      parts.add(writeNumbers(graph, x));
    }
    if (!encoding.flags().isEmpty()) {
      String flagged = columns(graph, x, encoding.flags(), GapFlag::column);
      String sizes = constant(graph, encoding.flags(), GapFlag::size);
      parts.add(graph.node("Where", graph.node("IsNaN", flagged), sizes, graph.constant(0)));
    }
    if (!encoding.categories().isEmpty()) {
      parts.add(writeCategories(graph, x));
    }
    return parts.size() == 1 ? parts.get(0) : graph.concat(parts);
  }

  /** Some columns of rows, one for each fact. */
  private <T> String columns(
      OnnxGraph graph, String x, List<T> facts, Function<T, Integer> column) {
    long[] chosen = facts.stream().mapToLong(column::apply).toArray();
    return gather(graph, x, chosen, encoding.columns().size());
  }

  private static String gather(OnnxGraph graph, String rows, long[] chosen, int width) {
    boolean isAll = Arrays.equals(chosen, IntStream.range(0, width).asLongStream().toArray());
    return isAll ? rows : graph.node("Gather", Map.of("axis", 1), rows, graph.integers(chosen));
  }

  private static <T> String constant(OnnxGraph graph, List<T> facts, ToDoubleFunction<T> number) {
    float[] numbers = new float[facts.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) number.applyAsDouble(facts.get(i));
    }
    return graph.constant(numbers, numbers.length);
  }

  private String writeNumbers(OnnxGraph graph, String x) {
    List<NumberFact> numbers = encoding.numbers();
    List<NumberFact> onCircles = numbers.subList(values().size(), numbers.size());
    String read = columns(graph, x, values(), NumberFact::column);
    if (!onCircles.isEmpty()) {
      read = graph.concat(List.of(read, writeCircles(graph, x, onCircles)));
    }
    String bent = bend(graph, read, numbers);
    String centred = graph.sub(bent, constant(graph, numbers, fact -> fact.scale().mean()));
    String units = constant(graph, numbers, fact -> fact.scale().deviation());
    String scaled = graph.node("Div", centred, units);
    String filled = takesGaps ? fill(graph, scaled, numbers) : scaled;
    return graph.node(
        "Clip",
        filled,
        graph.constant(-TableEncoding.FARTHEST),
        graph.constant(TableEncoding.FARTHEST));
  }

  private static String fill(OnnxGraph graph, String scaled, List<NumberFact> numbers) {
    String gaps = constant(graph, numbers, NumberFact::gap);
    return graph.node("Where", graph.node("IsNaN", scaled), gaps, scaled);
  }

  /** Some of the numbers as signed logarithms. */
  private static String bend(OnnxGraph graph, String values, List<NumberFact> numbers) {
    if (numbers.stream().noneMatch(fact -> fact.scale().isBent())) {
      return values;
    }
    String centred = graph.sub(values, constant(graph, numbers, fact -> fact.scale().centre()));
    String spread = graph.node("Div", centred, constant(graph, numbers, TablePreparation::spread));
    String size = graph.add(graph.node("Abs", spread), graph.constant(1));
    String bent = graph.mul(graph.node("Sign", spread), graph.node("Log", size));
    return graph.node("Where", isBent(graph, numbers), bent, values);
  }

  private static double spread(NumberFact fact) {
    return fact.scale().isBent() ? fact.scale().spread() : 1;
  }

  private static String isBent(OnnxGraph graph, List<NumberFact> numbers) {
    String bent = constant(graph, numbers, fact -> fact.scale().isBent() ? 1 : 0);
    return graph.node("Greater", bent, graph.constant(0));
  }

  /** The opposite of {@link #bend}. */
  private static String straighten(OnnxGraph graph, String values, List<NumberFact> numbers) {
    if (numbers.stream().noneMatch(fact -> fact.scale().isBent())) {
      return values;
    }
    String size =
        graph.node("Min", graph.node("Abs", values), graph.constant(NumberScale.FARTHEST_BENT));
    String grown = graph.sub(graph.node("Exp", size), graph.constant(1));
    String signed = graph.mul(graph.node("Sign", values), grown);
    String spread = graph.mul(signed, constant(graph, numbers, TablePreparation::spread));
    String straight = graph.add(spread, constant(graph, numbers, fact -> fact.scale().centre()));
    return graph.node("Where", isBent(graph, numbers), straight, values);
  }

  /** Sines of the angle of the weekday or the hour, and cosines as sines of a later angle. */
  private String writeCircles(OnnxGraph graph, String x, List<NumberFact> facts) {
    String days = columns(graph, x, facts, NumberFact::column);
    String day = graph.node("Floor", days);
    String weeks = graph.node("Floor", graph.node("Div", day, graph.constant(7)));
    String ofWeek = graph.sub(day, graph.mul(weeks, graph.constant(7)));
    String ofDay = graph.sub(days, day);
    String weekAngles =
        graph.mul(
            ofWeek, constant(graph, facts, f -> f.reading().isOfWeek() ? 2 * Math.PI / 7 : 0));
    String dayAngles =
        graph.mul(ofDay, constant(graph, facts, f -> f.reading().isOfWeek() ? 0 : 2 * Math.PI));
    String phases = constant(graph, facts, fact -> fact.reading().phase());
    return graph.node("Sin", graph.add(graph.add(weekAngles, dayAngles), phases));
  }

  private String writeCategories(OnnxGraph graph, String x) {
    List<CategoryFacts> categories = encoding.categories();
    String codes = columns(graph, x, categories, CategoryFacts::column);
    String unseen = constant(graph, categories, CategoryFacts::unseen);
    String low = graph.node("Where", graph.node("Less", codes, unseen), codes, unseen);
    String whole = graph.node("Equal", graph.node("Floor", low), low);
    String valid = graph.node("Where", whole, low, unseen);
    String positive =
        graph.node("Where", graph.node("GreaterOrEqual", valid, graph.constant(0)), valid, unseen);
    String gap = constant(graph, categories, CategoryFacts::gap);
    String taken = graph.node("Where", graph.node("IsNaN", codes), gap, positive);
    String spread = graph.node("Gather", Map.of("axis", 1), taken, graph.integers(owners()));
    String places = graph.constant(placeNumbers(), encoding.places());
    String sizes = graph.constant(placeSizes(), encoding.places());
    return graph.node("Where", graph.node("Equal", spread, places), sizes, graph.constant(0));
  }

  /** Of each place, the number of its category. */
  private long[] owners() {
    List<CategoryFacts> categories = encoding.categories();
    return IntStream.range(0, categories.size())
        .flatMap(i -> IntStream.range(0, categories.get(i).width()).map(place -> i))
        .asLongStream()
        .toArray();
  }

  /** Of each place, where it is among those of its category. */
  private float[] placeNumbers() {
    float[] numbers = new float[encoding.places()];
    int at = 0;
    for (CategoryFacts category : encoding.categories()) {
      for (int place = 0; place < category.width(); place++) {
        numbers[at++] = place;
      }
    }
    return numbers;
  }

  private float[] placeSizes() {
    float[] sizes = new float[encoding.places()];
    int at = 0;
    for (CategoryFacts category : encoding.categories()) {
      System.arraycopy(category.sizes(), 0, sizes, at, category.width());
      at += category.width();
    }
    return sizes;
  }

  /** The values of columns, and the most probable of the categories that were there in training. */
  @Override
  public String writeInverse(OnnxGraph graph, String prepared) {
    List<String> parts = new ArrayList<>();
    List<NumberFact> values = values();
    if (!values.isEmpty()) {
      String scaled =
          values.size() == encoding.width() ? prepared : graph.slice(prepared, 1, 0, values.size());
      String units = constant(graph, values, value -> value.scale().deviation());
      String means = constant(graph, values, value -> value.scale().mean());
      parts.add(straighten(graph, graph.add(graph.mul(scaled, units), means), values));
    }
    if (!encoding.categories().isEmpty()) {
      parts.add(writeMostProbable(graph, prepared));
    }
    String all = parts.size() == 1 ? parts.get(0) : graph.concat(parts);
    return gather(graph, all, order(), encoding.columns().size());
  }

  @Override
  public String writeExpected(OnnxGraph graph, String x, String prepared) {
    return writeInverse(graph, regression.write(graph, encoding, x, prepared));
  }

  /** Where each column stands among values and categories. */
  private long[] order() {
    List<Integer> there = new ArrayList<>();
    values().forEach(value -> there.add(value.column()));
    encoding.categories().forEach(category -> there.add(category.column()));
    return IntStream.range(0, there.size()).mapToLong(there::indexOf).toArray();
  }

  /**
   * All categories side by side: short lists repeat their first place, which changes no maximum.
   */
  private String writeMostProbable(OnnxGraph graph, String prepared) {
    int from = encoding.width() - encoding.places();
    String places = graph.slice(prepared, 1, from, encoding.width());
    String sizes = graph.constant(placeSizes(), encoding.places());
    String chances = graph.node("Div", places, sizes);
    List<CategoryFacts> categories = encoding.categories();
    int longest = categories.stream().mapToInt(CategoryFacts::unseen).max().orElseThrow();
    long[] positions = new long[categories.size() * longest];
    long first = 0;
    for (int i = 0; i < categories.size(); i++) {
      for (int k = 0; k < longest; k++) {
        positions[i * longest + k] = first + (k < categories.get(i).unseen() ? k : 0);
      }
      first += categories.get(i).width();
    }
    String aligned = graph.node("Gather", Map.of("axis", 1), chances, graph.integers(positions));
    String each = graph.node("Reshape", aligned, graph.integers(0, categories.size(), longest));
    String best = graph.node("ArgMax", Map.of("axis", 2, "keepdims", 0), each);
    return graph.toFloat(best);
  }
}
