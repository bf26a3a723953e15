//SOURCES Cell.java Needs.java

/**
 * A cell as the pages of the old bench order it: a variant, its load and what the rule says of it, in one class.
 *
 * <p>It uses the rooms of {@code kit}.
 */
package old.plan;
