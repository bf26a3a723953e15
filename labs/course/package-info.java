//SOURCES Glossary.java Launcher.java Lesson.java LessonRun.java LessonZero.java Outlines.java Overview.java
//SOURCES Preparation.java Progress.java SwitchAdvice.java Teacher.java

/**
 * What {@code workshop.java} has beside the kit: it walks through the labs; and the rule, applied to numbers of a
 * service of one's own ({@code decide.java}).
 *
 * <p>It uses the kit.
 */
package course;
