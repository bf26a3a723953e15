/**
 * The page of a room: what many participants guessed and measured.
 * It may use the rooms figure, run and text, and knows no other page.
 */
//SOURCES RoomPage.java
package charts.pages.room;
