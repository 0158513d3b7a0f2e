package dev.stranger.score.onnx;

import java.util.BitSet;

/**
 * The messages of onnx.proto with the numbers of their fields. A field that is not listed, and one
 * that may occur once and occurs twice, is refused: what other parsers make of it is not known.
 */
enum Message {
  MODEL("1 2 3 4 5 6 7", "8 14 25"),
  OPERATOR_SET("1 2", ""),
  PROPERTY("1 2", ""),
  FUNCTION("1 8 10 13", "4 5 6 7 9 11 12 14"),
  GRAPH("2 10", "1 5 11 12 13 14 15 16"),
  NODE("3 4 6 7 8", "1 2 5 9 10"),
  ATTRIBUTE("1 2 3 4 5 6 13 14 20 21 22", "7 8 9 10 11 15 23"),
  TENSOR("2 3 8 9 12 14", "1 4 5 6 7 10 11 13 16"),
  SPARSE_TENSOR("1 2", "3"),
  VALUE("1 2 3", "4"),
  TYPE("1 4 5 6 7 8 9", ""),
  TENSOR_TYPE("1 2", ""),
  SHAPE("", "1"),
  DIMENSION("1 2 3", "");

  private final BitSet single;
  private final BitSet repeated;

  Message(String single, String repeated) {
    this.single = fields(single);
    this.repeated = fields(repeated);
  }

  private static BitSet fields(String numbers) {
    BitSet fields = new BitSet();
    for (String number : numbers.split(" ")) {
      if (!number.isEmpty()) {
        fields.set(Integer.parseInt(number));
      }
    }
    return fields;
  }

  /**
   * @param seen fields before this one, which is added
   */
  void require(int field, BitSet seen) {
    if (!single.get(field) && !repeated.get(field)) {
      throw new MalformedModelException("%s has an unknown field %d".formatted(this, field));
    }
    if (single.get(field) && seen.get(field)) {
      throw new MalformedModelException("%s has the field %d twice".formatted(this, field));
    }
    seen.set(field);
  }
}
