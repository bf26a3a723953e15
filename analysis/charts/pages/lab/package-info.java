/**
 * The page of one run: its notebook, with the charts and the tables at their places.
 * It may use the rooms figure, run and text, and knows no other page.
 */
//SOURCES CellRow.java
//SOURCES LabPage.java
//SOURCES Notebook.java
package charts.pages.lab;
