package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.DataType;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.Expression.Literal;
import org.apache.spark.connect.proto.MlCommand;
import org.apache.spark.connect.proto.MlCommandResult.MlOperatorInfo;
import org.apache.spark.connect.proto.MlOperator;
import org.apache.spark.connect.proto.MlOperator.OperatorType;
import org.apache.spark.connect.proto.MlParams;
import org.apache.spark.connect.proto.MlRelation;
import org.apache.spark.connect.proto.ObjectRef;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Read;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc;
import org.apache.spark.connect.proto.UserContext;
import org.apache.spark.connect.proto.WriteOperation;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkproject.connect.grpc.ManagedChannel;
import org.sparkproject.connect.grpc.ManagedChannelBuilder;

/** A server of Spark Connect, and a client that knows nothing but its protocol. */
@Tag("slow")
class ConnectTest {

  @RegisterExtension
  static final LocalSpark SPARK =
      LocalSpark.withThreads(2)
          .with("spark.plugins", "org.apache.spark.sql.connect.SparkConnectPlugin")
          .with("spark.connect.grpc.binding.address", "127.0.0.1")
          .with("spark.connect.grpc.binding.port", "0");

  private static final float[][] SAMPLES = Table.samples(2000);
  private static final String SESSION = UUID.randomUUID().toString();

  private static ManagedChannel channel;
  private static String file;
  private static Relation rows;

  @BeforeAll
  static void connect() {
    channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", SparkConnectService$.MODULE$.localPort())
            .usePlaintext()
            .build();
    file = Table.write(SPARK.folder(), "table.onnx").toString();
    Table.arrays(SPARK.session(), SAMPLES, 1).write().parquet(path("rows"));
    rows =
        Relation.newBuilder()
            .setRead(
                Read.newBuilder()
                    .setDataSource(
                        Read.DataSource.newBuilder().setFormat("parquet").addPaths(path("rows"))))
            .build();
  }

  @AfterAll
  static void disconnect() throws InterruptedException {
    channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
  }

  private static String path(String name) {
    return SPARK.folder().resolve(name).toString();
  }

  private static Literal text(String value) {
    return Literal.newBuilder().setString(value).build();
  }

  private static Literal texts(String... values) {
    DataType type = DataType.newBuilder().setString(DataType.String.newBuilder()).build();
    return Literal.newBuilder()
        .setDataType(
            DataType.newBuilder().setArray(DataType.Array.newBuilder().setElementType(type)))
        .setArray(
            Literal.Array.newBuilder()
                .addAllElements(Arrays.stream(values).map(ConnectTest::text).toList()))
        .build();
  }

  private static Literal number(long value) {
    return Literal.newBuilder().setLong(value).build();
  }

  private static MlOperatorInfo run(MlCommand.Builder command) {
    return run(Command.newBuilder().setMlCommand(command));
  }

  /** What the server says of a stage. */
  private static MlOperatorInfo run(Command.Builder command) {
    Iterator<ExecutePlanResponse> responses = execute(Plan.newBuilder().setCommand(command));
    MlOperatorInfo info = MlOperatorInfo.getDefaultInstance();
    while (responses.hasNext()) {
      ExecutePlanResponse response = responses.next();
      if (response.hasMlCommandResult()) {
        info = response.getMlCommandResult().getOperatorInfo();
      }
    }
    return info;
  }

  private static Iterator<ExecutePlanResponse> execute(Plan.Builder plan) {
    return SparkConnectServiceGrpc.newBlockingStub(channel)
        .withDeadlineAfter(2, TimeUnit.MINUTES)
        .executePlan(
            ExecutePlanRequest.newBuilder()
                .setSessionId(SESSION)
                .setUserContext(UserContext.newBuilder().setUserId("test"))
                .setPlan(plan)
                .build());
  }

  private static MlOperator operator(Class<?> stage, OperatorType type) {
    return MlOperator.newBuilder().setName(stage.getName()).setUid("stage").setType(type).build();
  }

  private static MlOperatorInfo load(String path) {
    return run(
        MlCommand.newBuilder()
            .setRead(
                MlCommand.Read.newBuilder()
                    .setOperator(operator(StrangerModel.class, OperatorType.OPERATOR_TYPE_MODEL))
                    .setPath(path)));
  }

  private static Relation judged(ObjectRef model, Map<String, Literal> params) {
    return Relation.newBuilder()
        .setMlRelation(
            MlRelation.newBuilder()
                .setTransform(
                    MlRelation.Transform.newBuilder()
                        .setObjRef(model)
                        .setInput(rows)
                        .setParams(MlParams.newBuilder().putAllParams(params))))
        .build();
  }

  private static void write(Relation relation, String name) {
    run(
        Command.newBuilder()
            .setWriteOperation(
                WriteOperation.newBuilder()
                    .setInput(relation)
                    .setSource("parquet")
                    .setMode(WriteOperation.SaveMode.SAVE_MODE_OVERWRITE)
                    .setPath(path(name))));
  }

  private static void assertJudged(ObjectRef model, String name) {
    write(judged(model, Map.of("inputCol", text("features"))), name);
    Table.assertJudged(SPARK.session().read().parquet(path(name)), SAMPLES);
  }

  @Test
  void aDetectorFileIsLoadedAndJudgesBitForBit() {
    MlOperatorInfo model = load(file);
    assertThat(model.getParams().getParamsMap()).isEmpty();
    assertJudged(model.getObjRef(), "judged");
  }

  @Test
  void aSavedModelIsLoadedWithItsParams() throws Exception {
    StrangerModel.fromFile(file)
        .setInputCols(new String[] {"a", "b"})
        .setFalseAlarm(0.1)
        .save(path("model"));
    MlOperatorInfo model = load(path("model"));
    assertThat(model.getParams().getParamsMap()).containsOnlyKeys("inputCols", "falseAlarm");
    assertThat(model.getParams().getParamsOrThrow("falseAlarm").getDouble()).isEqualTo(0.1);
  }

  @Test
  void paramsOfTheClientAreTaken() {
    Map<String, Literal> params =
        Map.of(
            "inputCol", text("features"),
            "scoreCol", text("strangeness"),
            "reasonsCol", text("why"),
            "handleInvalid", text("keep"),
            "falseAlarm", Literal.newBuilder().setDouble(0.1).build());
    write(judged(load(file).getObjRef(), params), "params");
    StrangerModel model =
        StrangerModel.fromFile(file)
            .setInputCol("features")
            .setScoreCol("strangeness")
            .setReasonsCol("why")
            .setFalseAlarm(0.1);
    assertThat(SPARK.session().read().parquet(path("params")).collectAsList())
        .isEqualTo(model.transform(SPARK.session().read().parquet(path("rows"))).collectAsList());
  }

  /** The server keeps models in files, and forgets them when they are not used. */
  @Test
  void aModelThatTheServerPutAwayJudgesAlike() {
    ObjectRef model = load(file).getObjRef();
    MlOperatorInfo away =
        run(
            MlCommand.newBuilder()
                .setDelete(MlCommand.Delete.newBuilder().addObjRefs(model).setEvictOnly(true)));
    assertThat(away.getObjRef().getId()).isEqualTo(model.getId());
    assertJudged(model, "again");
  }

  @Test
  void anEstimatorLearnsTheDetectorThatItLearnsElsewhere() {
    Map<String, Literal> params =
        Map.of(
            "inputCol", text("features"),
            "method", text("neighbours"),
            "maxSamples", number(500),
            "seed", number(7));
    MlOperatorInfo model =
        run(
            MlCommand.newBuilder()
                .setFit(
                    MlCommand.Fit.newBuilder()
                        .setEstimator(
                            operator(StrangerEstimator.class, OperatorType.OPERATOR_TYPE_ESTIMATOR))
                        .setParams(MlParams.newBuilder().putAllParams(params))
                        .setDataset(rows)));
    run(
        MlCommand.newBuilder()
            .setWrite(
                MlCommand.Write.newBuilder().setObjRef(model.getObjRef()).setPath(path("learnt"))));
    StrangerModel elsewhere =
        new StrangerEstimator()
            .setInputCol("features")
            .setMethod("neighbours")
            .setMaxSamples(500)
            .setSeed(7)
            .fit(SPARK.session().read().parquet(path("rows")));
    assertThat(Path.of(path("learnt"), "detector.onnx"))
        .hasBinaryContent(elsewhere.content().bytes());
  }

  @Test
  void aComplaintReachesTheClientInOneLine() {
    ObjectRef model = load(file).getObjRef();
    assertThatThrownBy(() -> write(judged(model, Map.of("inputCol", text("none"))), "nothing"))
        .hasMessageContaining("there is no column 'none'; set inputCol or inputCols");
    assertThatThrownBy(() -> load(path("nothing"))).hasMessageContaining("nothing");
  }

  /** The server knows a class by its name, but a class has no detector. */
  @Test
  void aModelIsLoadedBeforeItJudges() {
    MlRelation.Transform.Builder transform =
        MlRelation.Transform.newBuilder()
            .setTransformer(operator(StrangerModel.class, OperatorType.OPERATOR_TYPE_TRANSFORMER))
            .setInput(rows);
    Relation judged =
        Relation.newBuilder()
            .setMlRelation(MlRelation.newBuilder().setTransform(transform))
            .build();
    assertThatThrownBy(() -> write(judged, "nothing"))
        .hasMessageContaining("the model stage has no detector");
  }

  @Test
  void inputColsAreNames() {
    Map<String, Literal> params = Map.of("inputCols", texts("id"));
    assertThatThrownBy(() -> write(judged(load(file).getObjRef(), params), "nothing"))
        .hasMessageContaining("those of the detector are temperature, pressure, speed");
  }
}
