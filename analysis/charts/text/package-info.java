/**
 * This room has what a person reads: numbers, names, messages and errors as words, and Markdown. A page is made from
 * its template here, and a script starts and ends here. This room knows nothing of runs and uses no other room.
 */
//DEPS io.pebbletemplates:pebble:3.2.4
//DEPS org.commonmark:commonmark-ext-gfm-tables:0.32.0
//DEPS org.webjars.npm:plotly.js-dist:2.35.3
//DEPS org.webjars.npm:prismjs:1.30.0
//DEPS org.slf4j:slf4j-nop:2.0.17
//SOURCES BadInput.java
//SOURCES Bound.java
//SOURCES Damaged.java
//SOURCES Markdown.java
//SOURCES Messages.java
//SOURCES Numbers.java
//SOURCES Pages.java
//SOURCES Script.java
//SOURCES Words.java
//FILES charts/glossary.html=../glossary.html charts/glossary.md=../../../labs/GLOSSARY.md
//SOURCES ../../../labs/kit/live/package-info.java ../../../labs/kit/record/package-info.java
package charts.text;
