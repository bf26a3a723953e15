/**
 * The page that lists the runs and leads to the pages of the labs.
 * It may use the rooms figure, run and text, and knows no other page.
 */
//SOURCES IndexPage.java
package charts.pages.index;
