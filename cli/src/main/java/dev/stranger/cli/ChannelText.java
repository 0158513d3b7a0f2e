package dev.stranger.cli;

import dev.stranger.VisibleText;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowed;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Names the channels of recordings that may hold something else than what was measured. */
record ChannelText(Windowed windows) {

  /** In shorter recordings, values may happen to grow. */
  private static final int FEWEST_STEPS = 20;

  void say(PrintWriter out) {
    if (windows.recordings().stream().mapToLong(Recording::steps).sum() < FEWEST_STEPS) {
      return;
    }
    int[] growing = channels(this::onlyGrows);
    if (growing.length > 0) {
      out.printf(
          "note: these channels only grow, so later recordings will look strange: %s; leave them out%s%n",
          VisibleText.some(some(windows.windowing().channels(), growing)), options(growing));
    }
    int[] constant = channels(this::isConstant);
    if (constant.length > 0) {
      out.printf(
          "always the same, another value would be strange: %s%n",
          VisibleText.some(some(windows.windowing().channels(), constant)));
    }
  }

  /** Nothing when there are no columns to choose. */
  private String options(int[] growing) {
    return windows.columnNames().isEmpty()
        ? ""
        : " (--drop %s), or name the one that is the time (--time NAME)"
            .formatted(Advice.quoted(String.join(",", some(windows.columnNames(), growing))));
  }

  private int[] channels(IntPredicate wanted) {
    return IntStream.range(0, windows.windowing().channels().size()).filter(wanted).toArray();
  }

  private static List<String> some(List<String> all, int[] positions) {
    return Arrays.stream(positions).mapToObj(all::get).toList();
  }

  /** Also from one recording to the next: a process that begins again is no counter. */
  private boolean onlyGrows(int channel) {
    float before = Float.NEGATIVE_INFINITY;
    for (Recording recording : windows.recordings()) {
      for (float value : recording.values()[channel]) {
        if (value < before) {
          return false;
        }
        before = value;
      }
    }
    return !isConstant(channel);
  }

  private boolean isConstant(int channel) {
    float first = windows.recordings().get(0).values()[channel][0];
    for (Recording recording : windows.recordings()) {
      for (float value : recording.values()[channel]) {
        if (value != first) {
          return false;
        }
      }
    }
    return true;
  }
}
