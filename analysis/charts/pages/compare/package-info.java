/**
 * This room writes the page that shows two runs of one lab side by side.
 * It knows no other page. It may use the rooms figure, run and text.
 */
//SOURCES ComparePage.java
package charts.pages.compare;
