package kit.base;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as people and CSVs read them, with a point whatever the locale. */
public final class Numbers {

    /** What is nearer to 0 is what rounding leaves of a difference: no figure of the project is as small. */
    private static final double ROUNDING = 1e-12;

    private static final int RATIO_DIGITS = 3;

    private Numbers() {}

    /** 0 for NaN. */
    public static double zeroIfUnknown(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /** Four significant digits and no trailing zeros; empty for NaN. */
    public static String trim(double value) {
        return trim(value, 4);
    }

    /** So many significant digits, without zeros at the end; empty where it is no number. */
    public static String trim(double value, int digits) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "";
        }
        return Math.abs(value) < ROUNDING ? "0"
                : new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros().toPlainString();
    }

    /** A ratio: three significant digits, zeros at the end included, so that 1.00 says how exactly it is 1. */
    public static String ratio(double value) {
        return ratio(value, RATIO_DIGITS);
    }

    /** With so many significant digits. */
    public static String ratio(double value, int digits) {
        if (Double.isNaN(value) || Double.isInfinite(value) || value == 0) {
            return trim(value);
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits));
        return rounded.setScale(Math.max(0, rounded.scale() + digits - rounded.precision())).toPlainString();
    }

    /** So many digits behind the point; empty for NaN. */
    public static String fixed(double value, int digits) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "";
        }
        return new BigDecimal(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }

    /** As {@link String#format}, in the root locale. */
    public static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
