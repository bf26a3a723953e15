/**
 * This room reads a flight recording, puts its pins down to lines of code, and writes them as pinning.csv and as a
 * page. It compares them with those of an older recording. It knows no other page. It may use the rooms figure, run and
 * text.
 */
//DEPS org.apache.commons:commons-csv:1.14.1
//SOURCES Chunks.java
//SOURCES FlightRecording.java
//SOURCES OwnCode.java
//SOURCES Pin.java
//SOURCES PinChanges.java
//SOURCES PinRow.java
//SOURCES PinnedLine.java
//SOURCES PinningFile.java
//SOURCES PinsPage.java
//SOURCES Place.java
//SOURCES Recorder.java
//SOURCES ThreadsSeen.java
//SOURCES Thresholds.java
package charts.pages.pins;
