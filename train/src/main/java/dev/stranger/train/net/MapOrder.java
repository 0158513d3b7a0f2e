package dev.stranger.train.net;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The order in which fully connected layers read and write maps of channels: that in which they lie
 * in memory, so that no map has to be rearranged between a convolution and them. It is the order of
 * their weights.
 */
enum MapOrder {
  CHANNELS_FIRST,
  CHANNELS_LAST;

  static MapOrder of(Tensor weights) {
    return weights.is_contiguous(torch.MemoryFormat.ChannelsLast) ? CHANNELS_LAST : CHANNELS_FIRST;
  }

  /** Each map as one row. */
  Tensor rows(Tensor maps) {
    Tensor ordered = this == CHANNELS_LAST ? maps.permute(0, 2, 3, 1) : maps;
    return ordered.reshape(maps.size(0), -1);
  }

  /**
   * The maps that rows hold.
   *
   * @param map channels and sides of each
   */
  Tensor maps(Tensor rows, long[] map) {
    return this == CHANNELS_LAST
        ? rows.view(rows.size(0), map[1], map[2], map[0]).permute(0, 3, 1, 2)
        : rows.view(View.times(rows.size(0), map));
  }

  /** How many numbers a map has. */
  static long size(long[] map) {
    return Arrays.stream(map).reduce(1, Math::multiplyExact);
  }
}
