package dev.stranger.data.catalogue;

import dev.stranger.data.IdxFile;
import dev.stranger.data.SvhnFile;
import dev.stranger.data.catalogue.Checksum.Of;
import dev.stranger.data.catalogue.FileSet.FilePart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** MNIST and what is published in its form: 60,000 + 10,000 images and labels in four files. */
final class IdxSets {

  private static final List<String> FILES =
      List.of(
          "train-images-idx3-ubyte.gz",
          "train-labels-idx1-ubyte.gz",
          "t10k-images-idx3-ubyte.gz",
          "t10k-labels-idx1-ubyte.gz");

  /** What is published of a file; the last is the sum of its content. */
  private record Idx(long bytes, String md5, String contentMd5) {}

  private IdxSets() {}

  static FileSet fashionMnist() {
    return set(
        "fashion-mnist",
        "70,000 grey pictures of garments, 28x28",
        "MIT",
        "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
        List.of(
            "T-shirt/top",
            "Trouser",
            "Pullover",
            "Dress",
            "Coat",
            "Sandal",
            "Shirt",
            "Sneaker",
            "Bag",
            "Ankle boot"),
        new Idx(26_421_880, "8d4fb7e6c68d591d4c3dfef9ec88bf0d", "f4a8712d7a061bf5bd6d2ca38dc4d50a"),
        new Idx(29_515, "25c81989df183df01b3e8a0aad5dffbe", "9018921c3c673c538a1fc5bad174d6f9"),
        new Idx(4_422_102, "bef4ecab320f06d8554ea6380940ec79", "8181f5470baa50b63fa0f6fddb340f0a"),
        new Idx(5_148, "bb300cfdad3c16e7a12a480ee83cd310", "15d484375f8d13e6eb1aabb0c3f46965"));
  }

  static FileSet mnist() {
    return set(
        "mnist",
        "70,000 grey pictures of handwritten digits, 28x28",
        "CC BY-SA 3.0",
        "https://ossci-datasets.s3.amazonaws.com/mnist/",
        SvhnFile.LABEL_NAMES,
        new Idx(9_912_422, "f68b3c2dcbeaaa9fbdd348bbdeb94873", "6bbc9ace898e44ae57da46a324031adb"),
        new Idx(28_881, "d53e105ee54ea40749a09fcbcd1e9432", "a25bea736e30d166cdddb491f175f624"),
        new Idx(1_648_877, "9fb629c4189551a2d022fa330f9573f3", "2646ac647ad5339dbf082846283269ea"),
        new Idx(4_542, "ec29112dd5afa0611ce80d1b7f02629c", "27ae3e4e09519cfbb04c329615203637"));
  }

  private static FileSet set(
      String name,
      String summary,
      String licence,
      String site,
      List<String> labelNames,
      Idx... published) {
    List<Download> downloads = new ArrayList<>();
    Map<String, Checksum> checksums = new HashMap<>();
    for (int i = 0; i < published.length; i++) {
      String file = FILES.get(i);
      downloads.add(Download.of(site + file, published[i].bytes(), published[i].md5()));
      checksums.put(file, new Checksum(Of.CONTENT, published[i].contentMd5()));
    }
    List<FilePart> parts =
        List.of(
            part("train", "60,000 images", FILES.get(0), FILES.get(1), labelNames),
            part("test", "10,000 images", FILES.get(2), FILES.get(3), labelNames));
    return new FileSet(name, summary, licence, downloads, checksums, parts);
  }

  private static FilePart part(
      String name, String summary, String images, String labels, List<String> labelNames) {
    return new FilePart(
        name,
        summary,
        List.of(images, labels),
        at -> IdxFile.read(at.find(images), at.find(labels), labelNames));
  }
}
