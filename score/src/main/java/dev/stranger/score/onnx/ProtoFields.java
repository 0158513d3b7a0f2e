package dev.stranger.score.onnx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.function.LongConsumer;

/**
 * The fields of a protobuf message, one after another. Takes no memory for what it reads: a message
 * within the message is a view of the same bytes. Not thread-safe.
 */
final class ProtoFields {

  private static final int VARINT = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int COUNTED = 2;
  private static final int FOUR_BYTES = 5;

  private final Message message;
  private final ByteBuffer rest;
  private final BitSet seen = new BitSet();
  private int field;
  private int wire;
  private long number;
  private ByteBuffer content;

  /**
   * @param message what the bytes are
   * @param bytes read from their position to their limit
   */
  ProtoFields(Message message, ByteBuffer bytes) {
    this.message = message;
    this.rest = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.content = rest.slice(0, 0);
  }

  /**
   * Goes on to the next field.
   *
   * @return false at the end
   * @throws MalformedModelException when the bytes are no message
   */
  boolean next() {
    if (!rest.hasRemaining()) {
      return false;
    }
    long tag = readVarint();
    field = (int) (tag >>> 3);
    wire = (int) (tag & 7);
    if (field < 1 || tag >>> 32 != 0) {
      throw new MalformedModelException("it has a field with the tag " + tag);
    }
    message.require(field, seen);
    switch (wire) {
      case VARINT -> number = readVarint();
      case COUNTED -> content = readCounted();
      case FOUR_BYTES -> number = require(4).getInt();
      case EIGHT_BYTES -> number = require(8).getLong();
      default -> throw new MalformedModelException("field " + field + " has the type " + wire);
    }
    return true;
  }

  /** The number of the current field. */
  int field() {
    return field;
  }

  /** The value of a field that holds a whole number. */
  long number() {
    requireWire(VARINT);
    return number;
  }

  /** All values of a field that may hold several whole numbers, or one of them. */
  void numbers(LongConsumer each) {
    if (wire != COUNTED) {
      each.accept(number());
      return;
    }
    ProtoFields packed = inside(message);
    while (packed.rest.hasRemaining()) {
      each.accept(packed.readVarint());
    }
  }

  /** How many floats a field holds that may hold several, or one. */
  int countFloats() {
    return wire == FOUR_BYTES ? 1 : content().remaining() / Float.BYTES;
  }

  /** The fields of the message that is the value of a field. */
  ProtoFields inside(Message kind) {
    return new ProtoFields(kind, content());
  }

  /** The value of a field that holds a text, bytes or a message. */
  ByteBuffer content() {
    requireWire(COUNTED);
    return content;
  }

  String text() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(content().duplicate()).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedModelException("field " + field + " is no text");
    }
  }

  /** A field that is read as something else by other parsers is not read at all. */
  private void requireWire(int expected) {
    if (wire != expected) {
      throw new MalformedModelException(
          "field %d has the type %d instead of %d".formatted(field, wire, expected));
    }
  }

  private ByteBuffer readCounted() {
    long length = readVarint();
    if (length < 0 || length > rest.remaining()) {
      throw new MalformedModelException(
          "field %d claims %d bytes of %d".formatted(field, length, rest.remaining()));
    }
    ByteBuffer found = rest.slice(rest.position(), (int) length).order(ByteOrder.LITTLE_ENDIAN);
    rest.position(rest.position() + (int) length);
    return found;
  }

  private long readVarint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = require(1).get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedModelException("a number has more than ten bytes");
  }

  private ByteBuffer require(int bytes) {
    if (rest.remaining() < bytes) {
      throw new MalformedModelException("it ends within field " + field);
    }
    return rest;
  }
}
