package dev.stranger.train.loop;

import dev.stranger.CompleteFile;
import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.train.torch.Compute;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Training that was stopped: where it stood and every tensor it needs. On a CPU, going on from it
 * gives the same detector, bit for bit.
 *
 * @param job what is being trained, a setting a line, so that a checkpoint of another job is
 *     refused
 * @param epoch the epoch in progress, counted from zero
 * @param step steps done in it
 * @param curve the epochs that are done
 */
record Checkpoint(String job, int epoch, int step, List<EpochResult> curve, List<Saved> tensors) {

  private static final int MARK = 0x53545243; // "STRC"
  private static final int VERSION = 6;
  private static final int MAX_EPOCHS = 1 << 20;

  /** The shape tells a tensor from others of the same size. */
  record Saved(long[] shape, float[] values) {}

  static Checkpoint of(
      String job, int epoch, int step, List<EpochResult> curve, List<Tensor> state) {
    List<Saved> tensors =
        state.stream().map(tensor -> new Saved(tensor.shape(), Compute.floats(tensor))).toList();
    return new Checkpoint(job, epoch, step, List.copyOf(curve), tensors);
  }

  void restore(List<Tensor> targets) {
    try (NoGradGuard guard = new NoGradGuard()) {
      for (int i = 0; i < targets.size(); i++) {
        Tensor target = targets.get(i);
        target.copy_(Tensor.create(tensors.get(i).values(), target.shape()));
      }
    }
  }

  /** Completely or not at all. */
  void write(Path file) {
    CompleteFile.write(
        file,
        stream -> {
          CheckedOutputStream checked = new CheckedOutputStream(stream, new CRC32());
          DataOutputStream out = new DataOutputStream(checked);
          writeTo(out);
          out.writeLong(checked.getChecksum().getValue());
          out.flush();
        });
  }

  private void writeTo(DataOutputStream out) throws IOException {
    out.writeInt(MARK);
    out.writeInt(VERSION);
    out.writeUTF(job);
    out.writeInt(epoch);
    out.writeInt(step);
    out.writeInt(curve.size());
    for (EpochResult result : curve) {
      out.writeDouble(result.objective());
      out.writeDouble(result.heldOut());
    }
    out.writeInt(tensors.size());
    for (Saved tensor : tensors) {
      out.writeInt(tensor.shape().length);
      for (long length : tensor.shape()) {
        out.writeLong(length);
      }
      ByteBuffer bytes = ByteBuffer.allocate(4 * tensor.values().length);
      bytes.asFloatBuffer().put(tensor.values());
      out.write(bytes.array());
    }
  }

  /**
   * Before a checkpoint is written over it.
   *
   * @throws DataException when there is a file that is none
   */
  static void requireReplaceable(Path file) {
    if (!Files.exists(file)) {
      return;
    }
    try (DataInputStream in = open(file)) {
      requireMark(in, file);
    } catch (EOFException e) {
      throw noCheckpoint(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static void requireMark(DataInputStream in, Path file) throws IOException {
    if (in.readInt() != MARK) {
      throw noCheckpoint(file);
    }
  }

  private static DataException noCheckpoint(Path file) {
    return new DataException(file + " is no checkpoint; choose another file", Remedy.CHECKPOINT);
  }

  private static DataException unreadable(Path file, IOException e) {
    return new DataException(
        "cannot read the checkpoint %s: %s".formatted(file, e.getMessage()), e);
  }

  /**
   * @param state what the checkpoint must fit
   * @param steps of an epoch
   * @throws DataException when the file is damaged or of another job
   */
  static Checkpoint read(Path file, String job, List<Tensor> state, int steps) {
    try (DataInputStream in = open(file)) {
      requireMark(in, file);
      if (in.readInt() != VERSION) {
        throw new DataException(file + " is a checkpoint of another version; delete it");
      }
      requireIntact(file);
      return readFrom(in, file, job, state, steps);
    } catch (EOFException e) {
      throw damaged(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static DataInputStream open(Path file) throws IOException {
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 20));
  }

  /** Before anything in it is believed. */
  private static void requireIntact(Path file) throws IOException {
    CRC32 sum = new CRC32();
    try (DataInputStream in = open(file)) {
      byte[] buffer = new byte[1 << 20];
      for (long left = Files.size(file) - Long.BYTES; left > 0; ) {
        int length = (int) Math.min(left, buffer.length);
        in.readFully(buffer, 0, length);
        sum.update(buffer, 0, length);
        left -= length;
      }
      if (in.readLong() != sum.getValue()) {
        throw damaged(file);
      }
    }
  }

  private static DataException damaged(Path file) {
    return new DataException(file + " is a damaged checkpoint; delete it and start again");
  }

  private static Checkpoint readFrom(
      DataInputStream in, Path file, String job, List<Tensor> expected, int steps)
      throws IOException {
    String found = in.readUTF();
    if (!found.equals(job)) {
      throw new DataException(
          "%s belongs to another training (%s); choose another file for the checkpoint, or the same"
                  .formatted(file, otherThan(job, found))
              + " data and options as then",
          Remedy.CHECKPOINT);
    }
    int epoch = in.readInt();
    int step = in.readInt();
    int epochs = in.readInt();
    if (epochs < 0 || epochs > MAX_EPOCHS || epoch != epochs || step < 0 || step > steps) {
      throw damaged(file);
    }
    List<EpochResult> curve = new ArrayList<>();
    for (int i = 0; i < epochs; i++) {
      curve.add(new EpochResult(in.readDouble(), in.readDouble()));
    }
    if (in.readInt() != expected.size()) {
      throw damaged(file);
    }
    List<Saved> tensors = new ArrayList<>();
    for (Tensor tensor : expected) {
      tensors.add(readTensor(in, file, tensor.shape()));
    }
    return new Checkpoint(job, epoch, step, curve, tensors);
  }

  /** The settings of a job that another one does not have. */
  private static String otherThan(String job, String other) {
    Set<String> settings = job.lines().collect(Collectors.toSet());
    return other
        .lines()
        .filter(setting -> setting.contains("=") && !settings.contains(setting))
        .collect(Collectors.joining(", "));
  }

  private static Saved readTensor(DataInputStream in, Path file, long[] expected)
      throws IOException {
    boolean fits = in.readInt() == expected.length;
    for (int i = 0; i < expected.length && fits; i++) {
      fits = in.readLong() == expected[i];
    }
    if (!fits) {
      throw damaged(file);
    }
    int length = Math.toIntExact(Arrays.stream(expected).reduce(1, Math::multiplyExact));
    byte[] bytes = in.readNBytes(4 * length);
    if (bytes.length < 4 * length) {
      throw new EOFException();
    }
    float[] values = new float[length];
    ByteBuffer.wrap(bytes).asFloatBuffer().get(values);
    return new Saved(expected, values);
  }
}
