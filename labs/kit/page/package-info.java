//SOURCES Choices.java Columns.java JdkChoice.java Judge.java Lab.java LabOptions.java Narrator.java Outline.java
//SOURCES Question.java SourceCode.java

/**
 * What a lab is written with: it tells, asks, orders measurements and judges.
 *
 * <p>It uses all rooms but postgres and course.
 */
package kit.page;
