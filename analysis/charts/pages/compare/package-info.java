/**
 * The page that shows two runs of one lab side by side.
 * It may use the rooms figure, run and text, and knows no other page.
 */
//SOURCES ComparePage.java
package charts.pages.compare;
