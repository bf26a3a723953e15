//FILES kit/page/live.html=live.html
//SOURCES Columns.java CommandLines.java Draft.java Forking.java LabRun.java LiveRun.java Markdown.java
//SOURCES MarkdownTable.java Measuring.java Notebook.java Options.java Outline.java Page.java Passage.java
//SOURCES ProgressLine.java Prose.java Question.java RowTexts.java RunDescription.java RunFiles.java RunReport.java
//SOURCES RunRows.java Screen.java SourceCode.java Terminal.java TimeTable.java Told.java Values.java

/**
 * What a page is written with, and what tells it: a page declares, a {@link kit.page.Notebook} puts prose and
 * declarations together, a {@link kit.page.LabRun} asks, has it measured and judged, and tells the rest. The same
 * passages become the terminal's text and notebook.md.
 *
 * <p>It uses the rooms record to judge.
 */
package kit.page;
