///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the sample service for the tests of jbang own, with Spring Boot's Actuator
//JAVA 25+
//COMPILE_OPTIONS --release 21
//DEPS org.springframework.boot:spring-boot-starter-jdbc
//DEPS org.springframework.boot:spring-boot-starter-actuator
//DEPS com.h2database:h2
//SOURCES ../../apps/package-info.java Shop.java
//MAIN samples.Shop
