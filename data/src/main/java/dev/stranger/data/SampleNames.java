package dev.stranger.data;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The names of many samples: their bytes and four more each, in blocks. */
final class SampleNames {

  private static final int BLOCK = 1 << 10;

  /** A block of names, and where each of them ends in it. */
  private record Block(byte[] text, int[] ends) {}

  private final List<Block> blocks = new ArrayList<>();
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private int[] ends = new int[BLOCK];
  private int open;

  void add(String name) {
    text.writeBytes(name.getBytes(StandardCharsets.UTF_8));
    ends[open++] = text.size();
    if (open == BLOCK) {
      finish();
    }
  }

  /** No name can be added afterwards. */
  SampleNames finish() {
    blocks.add(new Block(text.toByteArray(), ends));
    text.reset();
    ends = new int[BLOCK];
    open = 0;
    return this;
  }

  /** A sample without one is called by its position. */
  String name(long index) {
    Block block = blocks.get((int) (index / BLOCK));
    int place = (int) (index % BLOCK);
    int start = place == 0 ? 0 : block.ends()[place - 1];
    String name =
        new String(block.text(), start, block.ends()[place] - start, StandardCharsets.UTF_8);
    return name.isEmpty() ? Long.toString(index) : name;
  }
}
