package kit.plan;

import java.io.Serializable;

/**
 * Requests of one sort within a cell. The first stream of a cell is its main one and decides when the measurement
 * begins and ends; a further one (a light probe beside a heavy load) runs along.
 *
 * @param name empty for the main stream
 */
public record Traffic(String name, Request request, Load load) implements Serializable {}
