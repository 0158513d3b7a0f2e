package dev.stranger.report;

/** From black over purple and orange to pale yellow: brighter is more, in colour and in grey. */
final class HeatColours {

  private static final int[] STOPS = {
    0x000004, 0x1b0c41, 0x4a0c6b, 0x781c6d, 0xa52c60, 0xcf4446, 0xed6925, 0xfb9b06, 0xf7d13d,
    0xfcffa4
  };

  private HeatColours() {}

  /**
   * @param share between 0 and 1; beyond them the end colours
   */
  static int rgb(double share) {
    double place = Math.max(0, Math.min(1, share)) * (STOPS.length - 1);
    int left = Math.min(STOPS.length - 2, (int) place);
    int rgb = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int from = STOPS[left] >> shift & 255;
      int to = STOPS[left + 1] >> shift & 255;
      rgb = rgb << 8 | (int) Math.round(from + (place - left) * (to - from));
    }
    return rgb;
  }
}
