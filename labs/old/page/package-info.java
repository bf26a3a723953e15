//SOURCES Campaign.java CapacityCurves.java CellTable.java Choices.java ForkPlan.java Headline.java
//SOURCES Invocation.java JdkChoice.java Judge.java Lab.java LabCommand.java LabOptions.java Narrator.java
//SOURCES OutlineOfLab.java PageStart.java PageText.java Pilots.java Plans.java Possible.java
//SOURCES Question.java RuleTable.java RunRecord.java Selection.java Sizes.java Spoilt.java
//SOURCES TableColumn.java

/**
 * What a lab is written with: it tells, asks, orders measurements and judges.
 *
 * <p>It uses all rooms but postgres, course and own.
 */
package old.page;
