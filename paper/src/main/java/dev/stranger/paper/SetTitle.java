package dev.stranger.paper;

import java.util.Map;

/** The names of sets as their makers write them. */
public final class SetTitle {

  private static final Map<String, String> TITLES =
      Map.of(
          "fashion-mnist", "Fashion-MNIST",
          "mnist", "MNIST",
          "dsprites", "dSprites",
          "svhn", "SVHN",
          "cifar10", "CIFAR-10",
          "ecg5000", "ECG5000");

  private SetTitle() {}

  /** For a name of the catalogue, with or without a part; other names stay as they are. */
  public static String of(String name) {
    String[] setAndPart = name.split(":", 2);
    String title = TITLES.get(setAndPart[0]);
    if (title == null) {
      return name;
    }
    return setAndPart.length == 1 ? title : title + " " + setAndPart[1];
  }
}
