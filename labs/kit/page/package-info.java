//SOURCES Campaign.java Choices.java Columns.java JdkChoice.java Judge.java Lab.java LabCommand.java LabOptions.java
//SOURCES Narrator.java Outline.java PageText.java Plans.java Possible.java Question.java RunRecord.java
//SOURCES Selection.java Sizes.java SourceCode.java

/**
 * What a lab is written with: it tells, asks, orders measurements and judges.
 *
 * <p>It uses all rooms but postgres and course.
 */
package kit.page;
