/**
 * The page of a flight recording. It is read here, its pins are put down to lines of code, and they are written as pinning.csv.
 * It may use the rooms figure, run and text, and knows no other page.
 */
//DEPS org.apache.commons:commons-csv:1.14.1
//SOURCES FlightRecording.java
//SOURCES OwnCode.java
//SOURCES Pin.java
//SOURCES PinRow.java
//SOURCES PinnedLine.java
//SOURCES PinningFile.java
//SOURCES PinsPage.java
//SOURCES ThreadsSeen.java
package charts.pages.pins;
