//SOURCES Glossary.java Instruments.java Launcher.java Lesson.java LessonRun.java LessonZero.java Outlines.java
//SOURCES Overview.java Pairs.java Preparation.java Progress.java SwitchAdvice.java Teacher.java Tool.java

/**
 * The workshop, which walks through the labs; the ruler, which measures the load generator; and the rule, applied to
 * numbers of a service of one's own.
 *
 * <p>It uses all rooms but own.
 */
package old.course;
