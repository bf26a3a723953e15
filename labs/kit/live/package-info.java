//SOURCES LiveServer.java

/**
 * A page on 127.0.0.1 that shows what happens while it happens.
 *
 * <p>It uses no other room. The charts use it, too.
 */
package kit.live;
