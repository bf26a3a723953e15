///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION a sample service for the tests of jbang own, on the version of Spring Boot that the labs have
//JAVA 25+
//COMPILE_OPTIONS --release 21
//DEPS org.springframework.boot:spring-boot-starter-jdbc
//DEPS com.h2database:h2
//SOURCES ../../apps/package-info.java Shop.java
//MAIN samples.Shop
