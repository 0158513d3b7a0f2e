package dev.stranger.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.javalin.Javalin;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The description of the interface and the interface are the same. */
class OpenApiTest {

  @TempDir Path folder;

  @Test
  void everyRouteIsDescribedAndEveryDescribedRouteExists() throws ReflectiveOperationException {
    try (RunningServer running = RunningServer.of(folder, "table")) {
      assertThat(routes(running.server())).isEqualTo(Contract.read().routes());
    }
  }

  /** Without those of the page. */
  private static Set<String> routes(StrangerServer server) throws ReflectiveOperationException {
    Field field = StrangerServer.class.getDeclaredField("javalin");
    field.setAccessible(true);
    Javalin javalin = (Javalin) field.get(server);
    Set<String> routes = new TreeSet<>();
    javalin.unsafe.internalRouter.allHttpHandlers().stream()
        .map(handler -> handler.endpoint)
        .filter(endpoint -> endpoint.method.isHttpMethod())
        .filter(endpoint -> !Page.PATHS.contains(endpoint.path))
        .forEach(endpoint -> routes.add(endpoint.method + " " + endpoint.path));
    return routes;
  }

  @Test
  void theServerHandsOutItsDescription() throws IOException {
    try (RunningServer running = RunningServer.of(folder, "table");
        InputStream in = OpenApiTest.class.getResourceAsStream("/openapi.yaml")) {
      RunningServer.Answer answer = running.get("/openapi.yaml").hasStatus(200);
      assertThat(answer.header("Content-Type")).startsWith("application/yaml");
      assertThat(answer.body()).isEqualTo(in.readAllBytes());
    }
  }

  @Test
  void anAnswerThatIsNotAsDescribedIsNoticed() {
    Contract contract = Contract.read();
    String type = "application/json";
    String path = "/v2/health/live";
    contract.check("GET", path, 200, type, "{\"live\": true}".getBytes(UTF_8));
    for (String wrong : List.of("{}", "{\"live\": 1}", "{\"live\": true, \"more\": 1}")) {
      assertThatThrownBy(() -> contract.check("GET", path, 200, type, wrong.getBytes(UTF_8)))
          .isInstanceOf(AssertionError.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "picture"})
  void detectorsAreDescribedAsPromised(String name) {
    try (RunningServer running = RunningServer.of(folder, name)) {
      for (String path : new String[] {"", "/" + name, "/" + name + "/gallery"}) {
        running.get("/v1/detectors" + path).hasStatus(200);
      }
      assertThat(running.get("/v1/detectors/" + name).json().get("name").asText()).isEqualTo(name);
      assertThat(running.get("/v1/detectors/" + name + "/file").hasStatus(200).body())
          .isEqualTo(FormatOneFiles.bytes(name + ".onnx"));
      running.get("/v1/drift").hasStatus(200);
      running.get("/v1/live").hasStatus(200);
    }
  }
}
