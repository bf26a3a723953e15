/**
 * This room writes the page of many participants: what they guessed and what they measured.
 * It knows no other page. It may use the rooms figure, run and text.
 */
//SOURCES LiveRoom.java
//SOURCES RoomPage.java
package charts.pages.room;
