//DEPS org.yaml:snakeyaml
//SOURCES HarFile.java HttpFile.java Listed.java OpenApiFile.java RequestFile.java Variables.java

/**
 * Files of requests: those of the IDEs' HTTP clients, recordings of browsers (HAR), and OpenAPI documents.
 *
 * <p>HAR and OpenAPI are read as JSON and YAML, by Jackson and SnakeYAML, since a few fields of each are all that is
 * needed.
 *
 * <p>It uses the rooms base and plan. Only {@code jbang own} brings it.
 */
package kit.requests;
