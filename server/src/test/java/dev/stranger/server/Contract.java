package dev.stranger.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What openapi.yaml promises; an answer with a field that is not described breaks it too. */
final class Contract {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(VersionFlag.V202012);
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "patch", "head", "options");

  private final JsonNode description;
  private final Map<JsonNode, JsonSchema> schemas = new ConcurrentHashMap<>();

  private Contract(JsonNode description) {
    this.description = description;
  }

  static Contract read() {
    try (InputStream in = Contract.class.getResourceAsStream("/openapi.yaml")) {
      JsonNode description = new YAMLMapper().readTree(in);
      close(description, false);
      return new Contract(description);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Forbids fields that a schema does not name, unless the schema is a part of another. */
  private static void close(JsonNode node, boolean isPart) {
    if (node instanceof ObjectNode schema
        && !isPart
        && (schema.path("properties").isObject() || schema.path("allOf").isArray())
        && !schema.has("additionalProperties")
        && !isSummary(schema)) {
      schema.put("unevaluatedProperties", false);
    }
    node.properties().forEach(field -> close(field.getValue(), false));
    if (node.isArray()) {
      node.forEach(element -> close(element, true));
    }
  }

  /** The summary of a detector is also the beginning of its description. */
  private static boolean isSummary(JsonNode schema) {
    return schema.path("properties").has("modified");
  }

  /** All that is described, such as {@code GET /v1/drift}. */
  Set<String> routes() {
    Set<String> routes = new TreeSet<>();
    description
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          if (METHODS.contains(method)) {
                            routes.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                          }
                        }));
    return routes;
  }

  /**
   * @param path without query
   */
  void check(String method, String path, int status, String contentType, byte[] body) {
    String what = "%s %s -> %d".formatted(method, path, status);
    JsonNode responses = operation(method, path).path("responses");
    @Nullable JsonNode response = responses.get(Integer.toString(status));
    if (response == null) {
      response = responses.has("default") ? responses.get("default") : error(path);
    }
    JsonNode content = resolved(response).path("content");
    String type = contentType.split(";", 2)[0];
    if (content.isMissingNode()) {
      assertThat(body).as(what).isEmpty();
      return;
    }
    assertThat(content.has(type)).as("%s is of the type %s", what, type).isTrue();
    if (type.endsWith("json")) {
      checkSchema(content.get(type).get("schema"), body, what);
    }
  }

  private JsonNode operation(String method, String path) {
    for (Map.Entry<String, JsonNode> described : description.get("paths").properties()) {
      if (path.matches(described.getKey().replaceAll("\\{\\w+}", "[^/]+") + "/?")) {
        return described.getValue().path(method.toLowerCase(Locale.ROOT));
      }
    }
    return JSON.missingNode();
  }

  /** What is not described is answered with an error in the form of its neighbours. */
  private JsonNode error(String path) {
    return description.at(
        "/components/responses/" + (path.matches("/v2(/.*)?") ? "Error" : "Problem"));
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? description.at(node.get("$ref").asText().substring(1)) : node;
  }

  private void checkSchema(JsonNode schema, byte[] body, String what) {
    try {
      assertThat(schemas.computeIfAbsent(schema, this::compiled).validate(JSON.readTree(body)))
          .as(what)
          .isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(what, e);
    }
  }

  private JsonSchema compiled(JsonNode schema) {
    ObjectNode root = JSON.createObjectNode();
    root.putArray("allOf").add(schema);
    root.set("components", description.get("components"));
    return SCHEMAS.getSchema(root);
  }
}
