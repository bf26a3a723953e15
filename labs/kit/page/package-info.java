//SOURCES Campaign.java CapacityCurves.java Choices.java Columns.java ForkPlan.java JdkChoice.java Judge.java
//SOURCES Lab.java LabCommand.java
//SOURCES LabOptions.java Narrator.java Outline.java PageText.java Plans.java Possible.java Question.java
//SOURCES RunRecord.java Selection.java Sizes.java SourceCode.java Spoilt.java

/**
 * What a lab is written with: it tells, asks, orders measurements and judges.
 *
 * <p>It uses all rooms but postgres and course.
 */
package kit.page;
