package dev.stranger.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;

/**
 * The params that {@link StrangerModel} and {@link StrangerEstimator} share: where samples come
 * from, where verdicts go, and what is done with rows that cannot be judged. A param is equal to
 * another one of the same stage and name, so that each is made when it is asked for.
 *
 * @param <T> the stage, which setters return
 */
public interface JudgeParams<T extends JudgeParams<T>> extends Params {

  /** The column with the samples: a vector, an array of numbers, an encoded picture, a struct. */
  default Param<String> inputCol() {
    return new Param<>(
        this, "inputCol", "column with samples: vector, array of numbers, picture or struct");
  }

  /** The columns with the values of a sample, a number in each. */
  default StringArrayParam inputCols() {
    return new StringArrayParam(this, "inputCols", "columns with the values of a sample");
  }

  default Param<String> scoreCol() {
    return new Param<>(this, "scoreCol", "column for the score, higher is stranger");
  }

  default Param<String> pValueCol() {
    return new Param<>(this, "pValueCol", "column for the p-value, small is strange");
  }

  default Param<String> isOodCol() {
    return new Param<>(this, "isOodCol", "column that says whether a sample is a stranger");
  }

  /** Empty, the default, for no such column. */
  default Param<String> energiesCol() {
    return new Param<>(this, "energiesCol", "column for the energies, a struct; empty for none");
  }

  /** Empty, the default, for no such column. */
  default Param<String> reasonsCol() {
    return new Param<>(
        this, "reasonsCol", "column for the reasons, an array of structs; empty for none");
  }

  /** {@code error}, the default, {@code skip} or {@code keep}. */
  default Param<String> handleInvalid() {
    return new Param<>(
        this,
        "handleInvalid",
        "what is done with rows that cannot be judged: error ends the job, skip leaves them out,"
            + " keep flags them as strangers without a score",
        name -> HandleInvalid.names().contains(name));
  }

  /** The false-alarm rate; that of the detector when it is not set. */
  default DoubleParam falseAlarm() {
    return new DoubleParam(
        this,
        "falseAlarm",
        "share of normal samples that is flagged at most",
        rate -> (double) rate > 0 && (double) rate < 1);
  }

  default String getInputCol() {
    return getOrDefault(inputCol());
  }

  default T setInputCol(String value) {
    return with(inputCol(), value);
  }

  default String[] getInputCols() {
    return getOrDefault(inputCols());
  }

  default T setInputCols(String[] value) {
    return with(inputCols(), value);
  }

  default String getScoreCol() {
    return getOrDefault(scoreCol());
  }

  default T setScoreCol(String value) {
    return with(scoreCol(), value);
  }

  default String getPValueCol() {
    return getOrDefault(pValueCol());
  }

  default T setPValueCol(String value) {
    return with(pValueCol(), value);
  }

  default String getIsOodCol() {
    return getOrDefault(isOodCol());
  }

  default T setIsOodCol(String value) {
    return with(isOodCol(), value);
  }

  default String getEnergiesCol() {
    return getOrDefault(energiesCol());
  }

  default T setEnergiesCol(String value) {
    return with(energiesCol(), value);
  }

  default String getReasonsCol() {
    return getOrDefault(reasonsCol());
  }

  default T setReasonsCol(String value) {
    return with(reasonsCol(), value);
  }

  default String getHandleInvalid() {
    return getOrDefault(handleInvalid());
  }

  default T setHandleInvalid(String value) {
    return with(handleInvalid(), value);
  }

  default double getFalseAlarm() {
    return (double) getOrDefault(falseAlarm());
  }

  default T setFalseAlarm(double value) {
    return with(falseAlarm(), value);
  }

  @SuppressWarnings("unchecked")
  private <V> T with(Param<V> param, V value) {
    set(param, value);
    return (T) this;
  }
}
