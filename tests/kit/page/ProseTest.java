package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import kit.page.Prose.Paragraph;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What of a source is prose. */
@Tag(Lane.UNIT)
class ProseTest {

    @Test
    void commentsWithThreeSlashesAreParagraphs() {
        assertEquals(List.of(
                new Paragraph(3, 1, "1 little: Why?", ""),
                new Paragraph(5, 0, "One line and another.", ""),
                new Paragraph(8, 0, "- a list goes on\n- and on", ""),
                new Paragraph(13, 2, "1. A part", "1. A part"),
                new Paragraph(14, 0, "Its {value}.", "1. A part"),
                new Paragraph(16, 0, "More of it.", "1. A part")),
                Prose.of("""
                        ///usr/bin/env jbang "$0" "$@" ; exit $?
                        // not prose
                        /// # 1 little: Why?
                        ///
                        /// One line
                        /// and another.
                        ///
                        /// - a list
                        ///   goes on
                        /// - and on
                        class Little {
                            //// no prose
                            /// ## 1. A part
                            /// Its {value}.
                            int value = 1; /// no prose
                            /// More of it.
                        }
                        """).paragraphs());
    }

    @Test
    void valuesAreWhatStandsInBraces() {
        assertEquals(List.of("a", "b / c"), Prose.values("{a} of { b / c } %"));
        assertEquals("%s of %s %%", Prose.template("{a} of { b / c } %"));
    }
}
