/**
 * The services under test. Each is an ordinary Spring Boot application that does not use the lab, and each also
 * runs alone: {@code jbang apps/Demo.java --server.port=8081}.
 *
 * <p>The version of Spring Boot stands here, once, for the services and for the kit that boots them.
 */
//DEPS org.springframework.boot:spring-boot-dependencies:4.1.0@pom
//DEPS org.springframework.boot:spring-boot-starter-web
package apps;
