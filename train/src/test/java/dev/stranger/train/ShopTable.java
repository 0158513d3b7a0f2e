package dev.stranger.train;

import dev.stranger.MemoryDataset;
import dev.stranger.table.Column;
import java.util.List;
import java.util.Random;

/**
 * Orders of a shop in twelve columns that depend on each other: prices and weights follow the
 * product, totals are products of columns, the currency follows the country, and orders come by
 * day.
 */
final class ShopTable {

  private static final List<String> PRODUCTS = List.of("pen", "book", "lamp", "chair", "desk");
  private static final double[] PRICES = {3, 18, 45, 90, 250};
  private static final double[] WEIGHTS = {0.05, 0.6, 1.8, 7, 35};
  private static final List<String> GROUPS = List.of("paper", "light", "furniture");
  private static final int[] GROUP_OF = {0, 0, 1, 2, 2};
  private static final List<String> COUNTRIES = List.of("US", "FR", "DE", "CA", "UK");
  private static final List<String> CURRENCIES = List.of("USD", "EUR", "CAD", "GBP");
  private static final int[] CURRENCY_OF = {0, 1, 1, 2, 3};
  private static final double[] DUTIES = {0, 4, 5, 2, 9};
  private static final List<String> PAYMENTS = List.of("card", "transfer", "cash");
  private static final int FIRST_DAY = 19_723;

  private ShopTable() {}

  static List<Column> columns() {
    return List.of(
        Column.category("product", PRODUCTS),
        Column.category("group", GROUPS),
        Column.number("quantity"),
        Column.number("price"),
        Column.number("discount"),
        Column.number("total"),
        Column.number("weight"),
        Column.number("shipping"),
        Column.category("country", COUNTRIES),
        Column.category("currency", CURRENCIES),
        Column.category("payment", PAYMENTS),
        Column.time("time"));
  }

  static MemoryDataset of(int size, long seed) {
    Random random = new Random(seed);
    float[][] rows = new float[size][];
    for (int i = 0; i < size; i++) {
      rows[i] = row(random);
    }
    return MemoryDataset.of("shop", columns(), rows);
  }

  private static float[] row(Random random) {
    int product = random.nextInt(PRODUCTS.size());
    int country = random.nextInt(COUNTRIES.size());
    int quantity = 1 + (int) Math.min(7, -2 * Math.log(1 - random.nextDouble()));
    double price = PRICES[product] * Math.exp(0.1 * random.nextGaussian());
    boolean noDiscount = random.nextDouble() < 0.2;
    double discount = Math.min(0.3, Math.max(0, 0.1 + 0.05 * random.nextGaussian()));
    double weight = quantity * WEIGHTS[product] * (1 + 0.03 * random.nextGaussian());
    double total = quantity * price * (noDiscount ? 1 : 1 - discount);
    double shipping = 4 + DUTIES[country] + 0.3 * weight + 0.5 * random.nextGaussian();
    int payment = total > 300 ? random.nextInt(2) : random.nextInt(3);
    int day = FIRST_DAY + 7 * random.nextInt(40) + random.nextInt(5);
    return new float[] {
      product,
      GROUP_OF[product],
      quantity,
      (float) price,
      noDiscount ? Float.NaN : (float) discount,
      (float) total,
      (float) weight,
      (float) shipping,
      country,
      CURRENCY_OF[country],
      payment,
      (float) (day + 9 / 24.0 + 8 / 24.0 * random.nextDouble())
    };
  }
}
