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
        "%s has no sample '%s'; %s%s".formatted(data.name(), sample, numbers(data), names(data)));
  }

  private static String numbers(Dataset data) {
    return data.size() == 1
        ? "its only sample is called 0"
        : "its %d samples are called 0 to %d".formatted(data.size(), data.size() - 1);
  }

  private static String names(Dataset data) {
    String first = data.sampleName(0);
    return first.equals("0")
        ? ""
        : (data.size() == 1 ? ", or " : ", or by their names, such as ") + first;
  }
}
