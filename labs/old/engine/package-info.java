//SOURCES Ab.java EngineByRecipe.java EngineLoad.java EngineProcess.java Hyperfoil.java K6.java Locust.java
//SOURCES Placeholders.java Reading.java Recipe.java Typed.java Wrk.java

/**
 * Engines: load generators that exist, which drive in the place of the kit's own. There is a recipe for each.
 *
 * <p>It uses the rooms base to load, and results. {@code jbang own} brings it, and labs whose load an engine can
 * send, too.
 */
package old.engine;
