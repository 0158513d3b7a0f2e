package dev.stranger.score;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes a protobuf message in one place, anywhere in its structure, and keeps it well-formed. */
final class ProtoMutation {

  private static final long[] EXTREMES = {
    0, 1, -1, 2, 255, 1 << 20, Integer.MAX_VALUE, 1L << 40, Long.MIN_VALUE
  };

  private final Random random;

  ProtoMutation(Random random) {
    this.random = random;
  }

  private record Field(long tag, long number, byte[] content) {

    int wire() {
      return (int) (tag & 7);
    }
  }

  byte[] of(byte[] message) {
    List<Field> fields = parse(message);
    if (fields == null || fields.isEmpty()) {
      return bytes(message);
    }
    int at = random.nextInt(fields.size());
    Field field = fields.get(at);
    boolean inside = field.wire() == 2 && random.nextInt(5) > 0;
    switch (inside ? 0 : 1 + random.nextInt(5)) {
      case 0 -> fields.set(at, new Field(field.tag, 0, of(field.content)));
      case 1 -> fields.remove(at);
      case 2 -> fields.add(random.nextInt(fields.size()), field);
      case 3 -> fields.set(at, fields.get(random.nextInt(fields.size())));
      case 4 ->
          fields.set(
              at,
              new Field(
                  (1L + random.nextInt(26)) << 3 | field.wire(), field.number, field.content));
      default ->
          fields.set(
              at,
              field.wire() == 0
                  ? new Field(field.tag, EXTREMES[random.nextInt(EXTREMES.length)], field.content)
                  : new Field(field.tag, field.number, bytes(field.content)));
    }
    return write(fields);
  }

  /** Bytes that are no message: some change, or an end that is missing. */
  private byte[] bytes(byte[] content) {
    if (content.length == 0) {
      return new byte[random.nextInt(20)];
    }
    if (random.nextBoolean()) {
      return Arrays.copyOf(content, random.nextInt(2 * content.length));
    }
    byte[] changed = content.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
    }
    return changed;
  }

  /** The fields, or null when the bytes are something else. */
  private static List<Field> parse(byte[] message) {
    List<Field> fields = new ArrayList<>();
    int[] at = {0};
    try {
      while (at[0] < message.length) {
        long tag = varint(message, at);
        switch ((int) (tag & 7)) {
          case 0 -> fields.add(new Field(tag, varint(message, at), new byte[0]));
          case 2 -> fields.add(new Field(tag, 0, take(message, at, varint(message, at))));
          case 5 -> fields.add(new Field(tag, 0, take(message, at, 4)));
          case 1 -> fields.add(new Field(tag, 0, take(message, at, 8)));
          default -> {
            return null;
          }
        }
      }
      return fields;
    } catch (IndexOutOfBoundsException e) {
      return null;
    }
  }

  private static byte[] take(byte[] message, int[] at, long count) {
    if (count < 0 || count > message.length - at[0]) {
      throw new IndexOutOfBoundsException();
    }
    byte[] taken = Arrays.copyOfRange(message, at[0], at[0] + (int) count);
    at[0] += (int) count;
    return taken;
  }

  private static long varint(byte[] message, int[] at) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = message[at[0]++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IndexOutOfBoundsException();
  }

  private static byte[] write(List<Field> fields) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Field field : fields) {
      putVarint(out, field.tag);
      switch (field.wire()) {
        case 0 -> putVarint(out, field.number);
        case 2 -> {
          putVarint(out, field.content.length);
          out.writeBytes(field.content);
        }
        default -> out.writeBytes(field.content);
      }
    }
    return out.toByteArray();
  }

  private static void putVarint(ByteArrayOutputStream out, long value) {
    while ((value & ~0x7fL) != 0) {
      out.write((int) (value & 0x7f | 0x80));
      value >>>= 7;
    }
    out.write((int) value);
  }
}
