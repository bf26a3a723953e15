/**
 * This room draws: it has the colours, the legends, the plots, and one class for each chart.
 * It knows no page. It may use the rooms run and text.
 */
//DEPS tech.tablesaw:tablesaw-jsplot:0.44.4
//SOURCES BlocksChart.java
//SOURCES BurstChart.java
//SOURCES CapacityChart.java
//SOURCES CellStyle.java
//SOURCES Chart.java
//SOURCES ChoicesChart.java
//SOURCES CodeLine.java
//SOURCES CpuChart.java
//SOURCES Drawing.java
//SOURCES Figure.java
//SOURCES ForestChart.java
//SOURCES GroupedBars.java
//SOURCES LagChart.java
//SOURCES LatencyChart.java
//SOURCES LegendEntry.java
//SOURCES MemoryChart.java
//SOURCES Palette.java
//SOURCES PinningChart.java
//SOURCES Picture.java
//SOURCES Plot2D.java
//SOURCES RatiosChart.java
//SOURCES StagesChart.java
//SOURCES StripChart.java
//SOURCES ThroughputChart.java
//SOURCES TimelineChart.java
//SOURCES VitalsChart.java
//SOURCES WaitsChart.java
package charts.figure;
