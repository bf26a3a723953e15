package charts.figure;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One colour per variant, the same in every chart. The three variants that every lab has keep theirs everywhere; any
 * other gets one by its name, so that it looks the same from run to run.
 */
public final class Palette {
    // Okabe and Ito's colours, which the colour-blind can tell apart: platform threads warm, virtual threads blue.
    private static final Map<String, String> FIXED = Map.of(
            "platform", "#D55E00", "platform-sized", "#E69F00", "virtual", "#0072B2");
    // The rest of theirs (without yellow and black, which vanish on a white or a black page), then Tol's muted ones.
    private static final List<String> REST = List.of("#009E73", "#CC79A7", "#56B4E9", "#999933", "#8C6D46", "#6A5ACD",
            "#C44536",
            "#44AA99", "#AA4499");

    private static final int BEST = 4;

    // A lab with several pools still has platform threads warm and virtual threads blue, as far as there are such
    // colours.
    private static final Map<String, List<String>> FAMILIES = Map.of(
            "platform-", List.of("#D55E00", "#E69F00", "#C44536", "#8C6D46"), "virtual-",
            List.of("#56B4E9", "#0072B2"));

    /** Of what belongs to no variant; it can be seen on a white and on a black page. */
    public static final String NEUTRAL = "#7D8590";

    private final Map<String, String> colours = new LinkedHashMap<>();

    Palette(Collection<String> variants) {
        variants.stream().filter(FIXED::containsKey).forEach(variant -> colours.put(variant, FIXED.get(variant)));
        Comparator<String> familiesFirst = Comparator
                .comparing(variant -> FAMILIES.keySet().stream().noneMatch(variant::startsWith));
        variants.stream().distinct().filter(variant -> !FIXED.containsKey(variant))
                .sorted(familiesFirst.thenComparing(Comparator.naturalOrder()))
                .forEach(variant -> colours.put(variant, free(variant)));
    }

    /**
     * The first free colour of its family; then the first from the place that the name hashes to, which is one of the
     * four that are told apart best; beyond the palette, hues far from one another.
     */
    private String free(String variant) {
        for (var family : FAMILIES.entrySet()) {
            for (String colour : variant.startsWith(family.getKey()) ? family.getValue() : List.<String>of()) {
                if (!colours.containsValue(colour)) {
                    return colour;
                }
            }
        }
        int start = Math.floorMod(variant.hashCode(), BEST);
        for (int i = 0; i < REST.size(); i++) {
            String colour = REST.get((start + i) % REST.size());
            if (!colours.containsValue(colour)) {
                return colour;
            }
        }
        return "hsl(" + Math.round(colours.size() * 137.5) % 360 + ",60%,45%)";
    }

    String colour(String variant) {
        return colours.getOrDefault(variant, NEUTRAL); // a pinned cell that no other file knows
    }
}
