//SOURCES Glossary.java Launcher.java Lesson.java LessonRun.java LessonZero.java Outlines.java Overview.java Pairs.java
//SOURCES Preparation.java Progress.java SwitchAdvice.java Teacher.java Tool.java

/**
 * The workshop, which walks through the labs; the ruler, which measures the load generator; and the rule, applied to
 * numbers of a service of one's own.
 *
 * <p>It uses all rooms but own.
 */
package kit.course;
