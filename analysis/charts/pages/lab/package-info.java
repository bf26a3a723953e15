/**
 * This room writes the page of one run: its notebook, with the charts and the tables at their places.
 * It knows no other page. It may use the rooms figure, run and text.
 */
//SOURCES CellRow.java
//SOURCES Explorer.java
//SOURCES Jupyter.java
//SOURCES LabPage.java
//SOURCES Notebook.java
package charts.pages.lab;
