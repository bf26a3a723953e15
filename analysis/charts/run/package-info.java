/**
 * This room reads what the labs wrote: CSVs, run.json and folders. It computes what there is to tell of one run, of two
 * runs, or of the runs of many participants. It knows neither HTML nor charts. It may use the room text.
 */
//DEPS tools.jackson.core:jackson-databind:3.1.4
//DEPS tech.tablesaw:tablesaw-core:0.44.4
//SOURCES Answer.java
//SOURCES Answers.java
//SOURCES Burst.java
//SOURCES Capacity.java
//SOURCES Cell.java
//SOURCES ComparedFigure.java
//SOURCES ComparedRun.java
//SOURCES Comparison.java
//SOURCES Cost.java
//SOURCES Csv.java
//SOURCES DataFolder.java
//SOURCES DrivenBlocks.java
//SOURCES Failed.java
//SOURCES Headline.java
//SOURCES Lag.java
//SOURCES LatencyTrust.java
//SOURCES MachineFacts.java
//SOURCES Participants.java
//SOURCES PinTotals.java
//SOURCES Provenance.java
//SOURCES PublishedFigures.java
//SOURCES Ramp.java
//SOURCES RoomFolders.java
//SOURCES RoomLab.java
//SOURCES RoomQuestion.java
//SOURCES RoomRun.java
//SOURCES Routes.java
//SOURCES RowTotals.java
//SOURCES RuleInputs.java
//SOURCES Run.java
//SOURCES RunDifferences.java
//SOURCES RunFolder.java
//SOURCES RunInfo.java
//SOURCES Throughput.java
//SOURCES Timeline.java
//SOURCES WaitShare.java
//SOURCES Waiting.java
package charts.run;
