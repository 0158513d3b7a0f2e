package dev.stranger;

/** Finds the sample that a person means. */
final class SamplePosition {

  /** Positions have no more digits than this, whatever the set. */
  private static final String NUMBER = "\\d{1,18}";

  private SamplePosition() {}

  static long of(Dataset data, String sample) {
    for (long i = 0; i < data.size(); i++) {
      if (data.sampleName(i).equals(sample)) {
        return i;
      }
    }
    if (sample.matches(NUMBER) && Long.parseLong(sample) < data.size()) {
      return Long.parseLong(sample);
    }
    throw new DataException(
        "%s has no sample '%s'; its %d samples are called 0 to %d%s"
            .formatted(data.name(), sample, data.size(), data.size() - 1, names(data)));
  }

  private static String names(Dataset data) {
    String first = data.sampleName(0);
    return first.equals("0") ? "" : ", or by their names, such as " + first;
  }
}
