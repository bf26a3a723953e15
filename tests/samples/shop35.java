///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the same sample service on Spring Boot 3.5
//JAVA 25+
//COMPILE_OPTIONS --release 21
//DEPS org.springframework.boot:spring-boot-dependencies:3.5.16@pom
//DEPS org.springframework.boot:spring-boot-starter-web
//DEPS org.springframework.boot:spring-boot-starter-jdbc
//DEPS com.h2database:h2
//SOURCES Shop.java
//MAIN samples.Shop
