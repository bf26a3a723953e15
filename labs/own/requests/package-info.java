//DEPS tools.jackson.dataformat:jackson-dataformat-yaml
//SOURCES HarFile.java Hosts.java HttpFile.java LeftOut.java Listed.java NotSent.java OpenApiFile.java Outline.java
//SOURCES RequestFile.java Variables.java

/**
 * Files of requests: those of the IDEs' HTTP clients, recordings of browsers (HAR), and OpenAPI documents.
 *
 * <p>HAR and OpenAPI are read as JSON and YAML, by Jackson, since a few fields of each are all that is needed.
 *
 * <p>It uses the rooms record to plan of the kit.
 */
package own.requests;
