//SOURCES Launcher.java Lesson.java LessonRun.java LessonZero.java Outlines.java Overview.java Pairs.java
//SOURCES Preparation.java Progress.java Teacher.java

/**
 * The workshop, which walks through the labs, and the ruler, which measures the load generator.
 *
 * <p>It uses all rooms.
 */
package kit.course;
