//SOURCES Launcher.java Lesson.java LessonRun.java LessonZero.java Outlines.java Overview.java Preparation.java
//SOURCES Progress.java Teacher.java

/**
 * The workshop, which walks through the labs, and the ruler, which measures the load generator.
 *
 * <p>It uses all rooms.
 */
package kit.course;
