/**
 * This room writes the page that lists the runs and leads to their pages.
 * It knows no other page. It may use the rooms figure, run and text.
 */
//SOURCES IndexPage.java
package charts.pages.index;
