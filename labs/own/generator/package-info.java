//SOURCES Ab.java GeneratorProcess.java Hyperfoil.java K6.java Locust.java Placeholders.java Reading.java Recipe.java
//SOURCES RecipeGenerator.java RecipeRun.java Typed.java Wrk.java

/**
 * External load generators, which send the requests in the place of the kit's own. There is a recipe for each.
 *
 * <p>It uses the rooms record to load of the kit, and results.
 */
package own.generator;
