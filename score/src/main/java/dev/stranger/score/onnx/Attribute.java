package dev.stranger.score.onnx;

/**
 * An attribute of a node.
 *
 * @param isNumber whether it holds whole numbers, one or several
 * @param numbers these
 * @param count of floats or texts, where it holds these
 * @param isReference whether its values are those of a function's argument
 */
record Attribute(String name, boolean isNumber, long[] numbers, int count, boolean isReference) {

  /** ONNX's type of each field that may hold the values. */
  private static final int[] TYPES = new int[24];

  private static final int INT = 2;
  private static final int INTS = 7;

  static {
    int[] fields = {0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 22, 23, 14, 15};
    for (int type = 1; type < fields.length; type++) {
      TYPES[fields[type]] = type;
    }
  }

  /** Whether a field holds values. */
  static boolean isValue(int field) {
    return TYPES[field] != 0;
  }

  /**
   * @param field that holds the values; 0 when there are none
   * @throws MalformedModelException when they are not of the type: some parsers go by one, some by
   *     the other
   */
  static Attribute of(
      String name, long type, int field, long[] numbers, int count, boolean isReference) {
    if (field != 0 && TYPES[field] != type) {
      throw new MalformedModelException(
          "the attribute '%s' has the type %d and values of another".formatted(name, type));
    }
    boolean isNumber = type == INT || type == INTS;
    boolean isMissing = type == INT && numbers.length == 0; // and zero for every parser
    return new Attribute(name, isNumber, isMissing ? new long[1] : numbers, count, isReference);
  }
}
