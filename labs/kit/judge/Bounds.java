package kit.judge;

/** What a claim says of a ratio or a figure: it lies between these two; infinite where nothing is claimed. */
public record Bounds(double least, double most) {

    public Bounds {
        if (!(least <= most)) {
            throw new IllegalArgumentException("no figure lies between " + least + " and " + most);
        }
    }

    /** From 1 - share to 1 + share: {@code within(0.03)} is 0.97 to 1.03. */
    public static Bounds within(double share) {
        return new Bounds(1 - share, 1 + share);
    }

    /** Whether the figure meets them. */
    public boolean hold(double figure) {
        return least <= figure && figure <= most;
    }
}
