package dev.stranger.stream;

import dev.stranger.Energies;
import dev.stranger.Verdict;
import java.util.Map;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Judges streams of Apache Flink and watches their keys for drift, exactly once for each record
 * where checkpoints are. Give the operators a {@code uid} to restore them from savepoints.
 */
public final class FlinkStreams {

  private static final TypeInformation<Verdict> VERDICT =
      Types.POJO(
          Verdict.class,
          Map.of(
              "score", Types.FLOAT,
              "pValue", Types.FLOAT,
              "ood", Types.BOOLEAN,
              "energies",
                  Types.POJO(
                      Energies.class,
                      Map.of(
                          "names", Types.LIST(Types.STRING),
                          "values", Types.PRIMITIVE_ARRAY(Types.FLOAT)))));

  private FlinkStreams() {}

  /** Judges every record of a stream, in batches of {@link BatchOptions#DEFAULT}. */
  public static <T> SingleOutputStreamOperator<Judged<T>> judge(
      DataStream<T> stream, Judge<T> judge) {
    return judge(stream, judge, BatchOptions.DEFAULT);
  }

  /**
   * Judges every record of a stream. Order, timestamps and watermarks stay. The operator has no
   * state.
   */
  public static <T> SingleOutputStreamOperator<Judged<T>> judge(
      DataStream<T> stream, Judge<T> judge, BatchOptions batch) {
    return stream.transform(
        "judge", judgedType(stream.getType()), new JudgeOperator<>(judge, batch));
  }

  /**
   * Watches the verdicts of every key for drift. Only keys and scores travel to the tasks that
   * watch. Records without a verdict do not count.
   *
   * @param detector the one that judged
   * @param key finds the key of a record
   * @return one alarm for each key that drifts
   */
  public static <T, K> SingleOutputStreamOperator<DriftAlarm<K>> alarms(
      DataStream<Judged<T>> judged,
      KeySelector<T, K> key,
      TypeInformation<K> keyType,
      DetectorSource detector,
      DriftOptions options) {
    return judged
        .flatMap(scores(key), Types.TUPLE(keyType, Types.FLOAT))
        .name("score of key")
        .keyBy(scored -> scored.f0, keyType)
        .process(new FlinkDrift<K>(detector, options), alarmType(keyType))
        .name("drift");
  }

  private static <T, K> FlatMapFunction<Judged<T>, Tuple2<K, Float>> scores(KeySelector<T, K> key) {
    return (judged, scores) -> {
      if (judged.verdict() != null) {
        scores.collect(Tuple2.of(key.getKey(judged.value()), judged.verdict().score()));
      }
    };
  }

  /** How Flink moves judged records; fields that later versions add are no obstacle. */
  public static <T> TypeInformation<Judged<T>> judgedType(TypeInformation<T> type) {
    return pojo(Judged.class, Map.of("value", type, "verdict", VERDICT, "problem", Types.STRING));
  }

  /** How Flink moves alarms. */
  public static <K> TypeInformation<DriftAlarm<K>> alarmType(TypeInformation<K> key) {
    return pojo(
        DriftAlarm.class,
        Map.of(
            "key", key,
            "samples", Types.LONG,
            "evidence", Types.DOUBLE,
            "alarmLine", Types.DOUBLE,
            "inWindow", Types.INT,
            "flagged", Types.INT));
  }

  /** Flink asks for the class without the types of its parameters, which the fields have. */
  @SuppressWarnings("unchecked")
  private static <T> TypeInformation<T> pojo(
      Class<? super T> type, Map<String, TypeInformation<?>> fields) {
    return (TypeInformation<T>) Types.POJO(type, fields);
  }
}
