package dev.stranger.stream;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The drift state of one key in a key-value store. Every entry goes to the changelog. So a score
 * rewrites an entry of 64 scores at most, and a saved state is cut into parts that are smaller than
 * the largest message. Every saved state is a new generation: a changelog that ends in the middle
 * of a replacement still has all of the state before.
 */
final class KafkaDriftStore implements DriftStore<RuntimeException> {

  /** Bytes of the scores in one entry. */
  static final int FULL = 64 * Float.BYTES;

  /** Bytes of a saved state in one entry; Kafka takes messages of a million by default. */
  static final int PART = 1 << 18;

  private static final byte HEAD = 0;
  private static final byte SAVED = 1;
  private static final byte SINCE = 2;

  private final KeyValueStore<Bytes, byte[]> entries;
  private final byte[] key;
  private int generation;
  private int parts;
  private int fullEntries;
  private byte[] lastEntry = {};

  KafkaDriftStore(KeyValueStore<Bytes, byte[]> entries, Bytes key) {
    this.entries = entries;
    this.key = key.get();
    byte[] head = entries.get(head());
    if (head != null) {
      generation = ByteBuffer.wrap(head).getInt(0);
      parts = ByteBuffer.wrap(head).getInt(Integer.BYTES);
    }
  }

  private Bytes head() {
    return entry(HEAD, 0, 0);
  }

  /** All endings are equally long: an entry of one key is never taken for that of another. */
  private Bytes entry(byte kind, int generation, int index) {
    return Bytes.wrap(
        ByteBuffer.allocate(key.length + 1 + 2 * Integer.BYTES)
            .put(key)
            .put(kind)
            .putInt(generation)
            .putInt(index)
            .array());
  }

  @Override
  public byte @Nullable [] saved() {
    byte[] saved = parts == 0 ? null : new byte[0];
    for (int i = 0; i < parts && saved != null; i++) {
      saved = joined(saved, entries.get(entry(SAVED, generation, i)));
    }
    return saved;
  }

  /** Null where a part is missing, because the changelog ended while the state was cleared. */
  private static byte @Nullable [] joined(byte[] first, byte @Nullable [] second) {
    return second == null
        ? null
        : ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  @Override
  public Iterable<Float> scoresSince() {
    List<Float> scores = new ArrayList<>();
    fullEntries = 0;
    lastEntry = readScores(0, scores);
    while (lastEntry.length == FULL) {
      fullEntries++;
      lastEntry = readScores(fullEntries, scores);
    }
    return scores;
  }

  private byte[] readScores(int index, List<Float> scores) {
    byte[] bytes = entries.get(entry(SINCE, generation, index));
    for (int i = 0; bytes != null && i < bytes.length; i += Float.BYTES) {
      scores.add(ByteBuffer.wrap(bytes).getFloat(i));
    }
    return bytes == null ? new byte[0] : bytes;
  }

  @Override
  public void add(float score) {
    byte[] longer = Arrays.copyOf(lastEntry, lastEntry.length + Float.BYTES);
    ByteBuffer.wrap(longer).putFloat(lastEntry.length, score);
    entries.put(entry(SINCE, generation, fullEntries), longer);
    if (longer.length == FULL) {
      fullEntries++;
    }
    lastEntry = longer.length == FULL ? new byte[0] : longer;
  }

  @Override
  public void replace(byte[] saved) {
    int oldGeneration = generation;
    int oldParts = parts;
    generation++;
    parts = (saved.length + PART - 1) / PART;
    for (int i = 0; i < parts; i++) {
      byte[] part = Arrays.copyOfRange(saved, i * PART, Math.min((i + 1) * PART, saved.length));
      entries.put(entry(SAVED, generation, i), part);
    }
    byte[] numbers =
        ByteBuffer.allocate(2 * Integer.BYTES).putInt(generation).putInt(parts).array();
    entries.put(head(), numbers);
    delete(oldGeneration, oldParts);
  }

  private void delete(int generation, int parts) {
    for (int i = 0; entries.delete(entry(SINCE, generation, i)) != null; i++) {}
    for (int i = 0; i < parts; i++) {
      entries.delete(entry(SAVED, generation, i));
    }
    fullEntries = 0;
    lastEntry = new byte[0];
  }

  @Override
  public void clear() {
    delete(generation, parts);
    entries.delete(head());
    generation = 0;
    parts = 0;
  }
}
