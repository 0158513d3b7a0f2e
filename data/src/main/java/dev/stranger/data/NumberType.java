package dev.stranger.data;

import dev.stranger.Range;
import java.nio.ByteBuffer;

/** How a binary file stores one number. */
enum NumberType {
  BOOLEAN(1, Range.UNIT) {
    @Override
    float get(ByteBuffer from, int at) {
      return from.get(at) == 0 ? 0 : 1;
    }
  },
  UINT8(1, Range.GREY_LEVELS) {
    @Override
    float get(ByteBuffer from, int at) {
      return from.get(at) & 0xff;
    }
  },
  INT8(1, Range.ANY) {
    @Override
    float get(ByteBuffer from, int at) {
      return from.get(at);
    }
  },
  UINT16(2, Range.ANY) {
    @Override
    float get(ByteBuffer from, int at) {
      return from.getShort(at) & 0xffff;
    }
  },
  INT16(2, Range.ANY) {
    @Override
    float get(ByteBuffer from, int at) {
      return from.getShort(at);
    }
  },
  UINT32(4, Range.ANY) {
    @Override
    float get(ByteBuffer from, int at) {
      return from.getInt(at) & 0xffffffffL;
    }
  },
  INT32(4, Range.ANY) {
    @Override
    float get(ByteBuffer from, int at) {
      return from.getInt(at);
    }
  },
  INT64(8, Range.ANY) {
    @Override
    float get(ByteBuffer from, int at) {
      return from.getLong(at);
    }
  },
  FLOAT32(4, Range.ANY) {
    @Override
    float get(ByteBuffer from, int at) {
      return from.getFloat(at);
    }
  },
  FLOAT64(8, Range.ANY) {
    @Override
    float get(ByteBuffer from, int at) {
      return (float) from.getDouble(at);
    }
  };

  private final int bytes;
  private final Range range;

  NumberType(int bytes, Range range) {
    this.bytes = bytes;
    this.range = range;
  }

  int bytes() {
    return bytes;
  }

  /** Bounds that every value of this type keeps. */
  Range range() {
    return range;
  }

  /** The number at byte {@code at}. */
  abstract float get(ByteBuffer from, int at);

  /** Decodes {@code count} numbers from the start of {@code from}. */
  final void decode(ByteBuffer from, float[] target, int offset, int count) {
    for (int i = 0; i < count; i++) {
      target[offset + i] = get(from, i * bytes);
    }
  }
}
