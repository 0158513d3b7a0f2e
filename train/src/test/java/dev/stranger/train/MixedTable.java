package dev.stranger.train;

import dev.stranger.MemoryDataset;
import dev.stranger.table.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * Orders of a shop: an amount that follows the product, a discount that is often missing, a country
 * with its currency, and the time, on working days by day. Columns and categories may be shuffled.
 */
public final class MixedTable {

  public static final int AMOUNT = 0;
  public static final int DISCOUNT = 1;
  public static final int PRODUCT = 2;
  public static final int COUNTRY = 3;
  public static final int CURRENCY = 4;
  public static final int TIME = 5;

  private static final List<String> PRODUCTS = List.of("pen", "book", "lamp", "desk");
  private static final List<String> COUNTRIES = List.of("US", "FR", "DE", "CA", "IS");
  private static final List<String> CURRENCIES = List.of("USD", "EUR", "CAD", "ISK");
  private static final int[] CURRENCY_OF = {0, 1, 1, 2, 3};
  private static final double[] COUNTRY_UP_TO = {0.4, 0.65, 0.85, 0.99, 1};

  /** A Monday. */
  static final int FIRST_DAY = 19_723;

  private MixedTable() {}

  public static List<Column> columns() {
    return List.of(
        Column.number("amount"),
        Column.number("discount"),
        Column.category("product", PRODUCTS),
        Column.category("country", COUNTRIES),
        Column.category("currency", CURRENCIES),
        Column.time("time"));
  }

  public static MemoryDataset of(int size, long seed) {
    return of(size, seed, row -> row);
  }

  /**
   * @param change what is done to each row
   */
  public static MemoryDataset of(int size, long seed, UnaryOperator<float[]> change) {
    Random random = new Random(seed);
    float[][] rows = new float[size][];
    for (int i = 0; i < size; i++) {
      rows[i] = change.apply(row(random));
    }
    return MemoryDataset.of("orders", columns(), rows);
  }

  private static float[] row(Random random) {
    int product = random.nextInt(PRODUCTS.size());
    int country = 0;
    double drawn = random.nextDouble();
    while (drawn > COUNTRY_UP_TO[country]) {
      country++;
    }
    int day = FIRST_DAY + 7 * random.nextInt(20) + random.nextInt(5);
    return new float[] {
      (float) (10 * Math.pow(3, product) * (1 + 0.1 * random.nextGaussian())),
      random.nextDouble() < 0.3 ? Float.NaN : (float) (0.2 + 0.05 * random.nextGaussian()),
      product,
      country,
      CURRENCY_OF[country],
      (float) (day + 9 / 24.0 + 8 / 24.0 * random.nextDouble())
    };
  }

  /** The same rows with columns and categories in another order. */
  public static MemoryDataset shuffled(MemoryDataset table, long seed) {
    Random random = new Random(seed);
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
    Collections.shuffle(order, random);
    List<Column> columns = new ArrayList<>();
    float[][] rows = new float[(int) table.size()][order.size()];
    for (int to = 0; to < order.size(); to++) {
      int from = order.get(to);
      Column column = table.columns().get(from);
      List<Integer> codes = new ArrayList<>();
      for (int code = 0; code < column.categories().size(); code++) {
        codes.add(code);
      }
      Collections.shuffle(codes, random);
      List<String> names = codes.stream().map(column.categories()::get).toList();
      columns.add(new Column(column.name(), column.kind(), names));
      for (int i = 0; i < rows.length; i++) {
        float value = table.sample(i)[from];
        int place = codes.indexOf((int) value);
        rows[i][to] = codes.isEmpty() || place < 0 ? value : place;
      }
    }
    return MemoryDataset.of(table.name(), columns, rows);
  }
}
