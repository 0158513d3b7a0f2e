package dev.stranger.cli;

import dev.stranger.VisibleText;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowed;
import java.io.PrintWriter;
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
    List<String> growing = channels(this::onlyGrows);
    if (!growing.isEmpty()) {
      out.printf(
          "note: these channels only grow, so later recordings will look strange: %s; leave them out"
              + " (--drop %s), or name the one that is the time (--time NAME)%n",
          VisibleText.some(growing), Advice.quoted(String.join(",", growing)));
    }
    List<String> constant = channels(this::isConstant);
    if (!constant.isEmpty()) {
      out.printf(
          "always the same, another value would be strange: %s%n", VisibleText.some(constant));
    }
  }

  private List<String> channels(IntPredicate wanted) {
    List<String> names = windows.windowing().channels();
    return IntStream.range(0, names.size()).filter(wanted).mapToObj(names::get).toList();
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
