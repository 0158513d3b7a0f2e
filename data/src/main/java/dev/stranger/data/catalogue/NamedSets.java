package dev.stranger.data.catalogue;

import dev.stranger.Dataset;
import dev.stranger.data.Cifar10File;
import dev.stranger.data.Concatenation;
import dev.stranger.data.NumpyFile;
import dev.stranger.data.SvhnFile;
import dev.stranger.data.UcrFile;
import dev.stranger.data.catalogue.Checksum.Of;
import dev.stranger.data.catalogue.FileSet.FilePart;
import dev.stranger.data.catalogue.FileSet.Locator;
import dev.stranger.prepare.BlackAndWhite;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The sets of the catalogue. Sizes and sums are the publishers' own unless said otherwise. */
final class NamedSets {

  static final List<NamedSet> ALL =
      List.of(
          IdxSets.fashionMnist(),
          IdxSets.mnist(),
          cifar10(),
          svhn(),
          dsprites(),
          ecg5000(),
          GeneratedSets.sprites(),
          GeneratedSets.heartbeats(),
          GeneratedSets.strokes(),
          GeneratedSets.noise());

  static final List<String> NAMES = ALL.stream().map(NamedSet::name).toList();

  private static final long SPRITES_A_SHAPE = 245_760;
  private static final long PAPER_TRAIN = 4500;

  private NamedSets() {}

  private static FileSet cifar10() {
    List<String> train =
        IntStream.rangeClosed(1, 5).mapToObj(i -> "data_batch_" + i + ".bin").toList();
    String test = "test_batch.bin";
    String[] all = Stream.concat(train.stream(), Stream.of(test)).toArray(String[]::new);
    return new FileSet(
        "cifar10",
        "60,000 colour photographs in ten classes, 32x32",
        "free for research with citation (Krizhevsky 2009)",
        List.of(
            Download.of(
                "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
                170_052_171,
                "c32a1d4ab5d03f1284b67883e8d87530",
                all)),
        Map.of(),
        List.of(
            new FilePart(
                "test", "10,000 images", List.of(test), at -> Cifar10File.read(at.find(test))),
            new FilePart(
                "train", "50,000 images, or the batches here", train, at -> batches(at, train))));
  }

  /** Those that are here, for a part of the photographs is worth learning from too. */
  private static Dataset batches(Locator at, List<String> files) {
    List<String> here = files.stream().filter(at::has).toList();
    return Concatenation.of(
        "train",
        (here.isEmpty() ? files : here)
            .stream().map(file -> Cifar10File.read(at.find(file))).toList());
  }

  private static FileSet svhn() {
    String site = "http://ufldl.stanford.edu/housenumbers/";
    String test = "test_32x32.mat";
    String train = "train_32x32.mat";
    String testMd5 = "eb5a983be6a315427106f1b164d9cef3";
    String trainMd5 = "e26dedcc434d2e4c54c9b2d4a06d8373";
    return new FileSet(
        "svhn",
        "house numbers in colour from street views, cropped to 32x32",
        "non-commercial use only",
        List.of(
            Download.of(site + test, 64_275_384, testMd5),
            Download.of(site + train, 182_040_794, trainMd5)),
        Map.of(test, new Checksum(Of.FILE, testMd5), train, new Checksum(Of.FILE, trainMd5)),
        List.of(
            new FilePart(
                "test",
                "26,032 images as published",
                List.of(test),
                at -> SvhnFile.read(at.find(test))),
            new FilePart(
                "train",
                "73,257 images as published",
                List.of(train),
                at -> SvhnFile.read(at.find(train)))));
  }

  private static FileSet dsprites() {
    String file = "dsprites_ndarray_co1sh3sc6or40x32y32_64x64.npz";
    String md5 = "7da33b31b13a06f4b04a70402ce90c2e";
    return new FileSet(
        "dsprites",
        "737,280 binary pictures of squares, ellipses and hearts, 64x64",
        "Apache-2.0",
        List.of(
            Download.of(
                "https://github.com/google-deepmind/dsprites-dataset/raw/master/" + file,
                Download.UNKNOWN_SIZE,
                md5)),
        Map.of(file, new Checksum(Of.FILE, md5)),
        List.of(
            dspritesPart("all", "every shape, scale, orientation and position", file, 0, 3),
            dspritesPart("square", "the first third", file, 0, 1),
            dspritesPart("ellipse", "the second third", file, 1, 2),
            dspritesPart("heart", "the last third", file, 2, 3)));
  }

  private static FilePart dspritesPart(
      String name, String summary, String file, int fromShape, int toShape) {
    return new FilePart(
        name,
        summary,
        List.of(file),
        at ->
            NumpyFile.readNpz(at.find(file), "imgs")
                .map(BlackAndWhite.ANY_LIGHT_IS_WHITE)
                .where(
                    index ->
                        index >= fromShape * SPRITES_A_SHAPE && index < toShape * SPRITES_A_SHAPE));
  }

  /**
   * No checksum of ECG5000 is published: these are the sums of the numbers of a complete copy, 500
   * and 4,500 series of 140 steps.
   */
  private static FileSet ecg5000() {
    String train = "ECG5000_TRAIN.txt";
    String test = "ECG5000_TEST.txt";
    List<String> both = List.of(train, test);
    return new FileSet(
        "ecg5000",
        "5,000 heartbeats of 140 steps, class 1 is normal",
        "free for research with citation (UCR archive; PhysioNet, ODC-BY)",
        List.of(
            Download.of(
                "https://www.timeseriesclassification.com/aeon-toolkit/ECG5000.zip",
                Download.UNKNOWN_SIZE,
                null,
                train,
                test)),
        Map.of(
            train, new Checksum(Of.NUMBERS, "5a45644887f405d892678acf29a77d57"),
            test, new Checksum(Of.NUMBERS, "c0dda2e2dfdab12d22245bf20344d794")),
        List.of(
            ucr("train-normal", "292 normal beats of TRAIN", train, NamedSets::normal),
            ucr("test-normal", "2,627 normal beats of TEST", test, NamedSets::normal),
            ucr("test-abnormal", "1,873 abnormal beats of TEST", test, NamedSets::abnormal),
            ucr("train", "500 beats of TRAIN", train, beats -> beats),
            ucr("test", "4,500 beats of TEST", test, beats -> beats),
            new FilePart(
                "paper-train-normal",
                "2,919 normal beats among the first 4,500 of TRAIN + TEST: all there are",
                both,
                at -> normal(joined(at, train, test).first(PAPER_TRAIN))),
            new FilePart(
                "paper-test-abnormal",
                "500 abnormal beats, the last of TRAIN + TEST",
                both,
                at -> abnormal(joined(at, train, test).where(index -> index >= PAPER_TRAIN)))));
  }

  private static FilePart ucr(
      String name, String summary, String file, UnaryOperator<Dataset> choice) {
    return new FilePart(
        name, summary, List.of(file), at -> choice.apply(UcrFile.read(at.find(file))));
  }

  private static Dataset joined(Locator at, String train, String test) {
    return UcrFile.read(at.find(train), at.find(test));
  }

  private static Dataset normal(Dataset beats) {
    return beats.labelled("1");
  }

  private static Dataset abnormal(Dataset beats) {
    return beats.labelled(
        beats.labelNames().stream().filter(label -> !label.equals("1")).toArray(String[]::new));
  }
}
