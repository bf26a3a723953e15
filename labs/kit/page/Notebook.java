package kit.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kit.base.LabException;
import kit.plan.BenchPlan;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Comparison;
import kit.plan.Guess;
import kit.plan.LabPlan;
import kit.plan.Quantity;
import kit.plan.Quantity.Figure;

/**
 * A page before anything is measured: its plan, and its prose with what it declares, in the order of its source.
 *
 * @param plan     what is measured, asked and claimed
 * @param intro    title and first paragraphs
 * @param parts    code and parts of the page
 * @param rule     of the lab, in words
 * @param ruled    the comparisons that the rule is about
 * @param answer   paragraphs with values in braces
 * @param bars     the picture of the answer
 * @param happened texts with values in braces, and tables
 * @param tryIt    what to type next
 * @param source   who published the figures; empty where it is not known
 * @param values   for the braces
 */
record Notebook(LabPlan plan, List<Passage> intro, List<Passage> parts, String rule, List<Comparison> ruled,
        List<String> answer, Bars bars, List<Happened> happened, List<Passage.Suggestion> tryIt, String source,
        Values values) {

    static final String RULE = "The rule";
    static final String ANSWER = "The answer";
    static final String HAPPENED = "What happened";
    static final String TRY = "Try it";

    private static final Pattern TITLE = Pattern.compile("(\\d+) ([\\w-]+): (.+)");
    private static final Pattern PART = Pattern.compile("(\\d+)\\. ");
    private static final Pattern OPTION = Pattern.compile("- `([^`]+)` +(.+)", Pattern.DOTALL);
    private static final Pattern CALL = Pattern.compile("\\s*(?:\\{\\s*)?(code|table)\\(.*");

    /** The bars of the answer; none where there is no title. */
    record Bars(String title, List<Figure> figures) {}

    /** What stands under {@value #HAPPENED}: a text or a table. @param text null where it is a table */
    record Happened(String text, Draft.Tabled table) {}

    /** A paragraph of the source, or a call that shows something there. */
    private record Item(int line, Prose.Paragraph paragraph, Passage.Code code, Draft.Tabled table) {}

    /** Reads the page's own source, and takes what it has declared. */
    static Notebook of(Page page, Options options, Draft draft) {
        String file = "labs/" + options.lab() + ".java";
        return of(file, SourceCode.read(page.getClass(), file), options, draft, new Values(page, Page.class));
    }

    static Notebook of(String file, String source, Options options, Draft draft, Values values) {
        return new Reader(file, source, options, draft, values).notebook();
    }

    /** The questions. @param guessed what the participant said to each; empty where nothing */
    List<Passage> questions(List<String> guessed) {
        return IntStream.range(0, guessed.size())
                .mapToObj(i -> (Passage) new Passage.Question(plan.guesses().get(i), guessed.get(i))).toList();
    }

    /** The rule with its heading. */
    List<Passage> ruleWithHeading() {
        return rule.isEmpty() ? List.of() : List.of(new Passage.Heading(RULE), new Passage.Text(rule));
    }

    /** What to try next, with its heading. */
    List<Passage> suggestions() {
        return tryIt.isEmpty() ? List.of()
                : List.of(new Passage.Heading(TRY), new Passage.Suggestions("Add one of these options to the command: "
                        + "`./jbang labs/" + plan.lab() + ".java OPTION`, or in the workshop `./jbang workshop "
                        + plan.number() + " -- OPTION`.", tryIt));
    }

    /** Number and name of the lab. */
    String title() {
        return plan.heading();
    }

    /** Puts source and declarations together. */
    private static final class Reader {
        private final String file;
        private final List<String> source;
        private final List<Prose.Paragraph> paragraphs;
        private final Options options;
        private final Draft draft;
        private final Values values;
        private final Map<String, Integer> partOfCell = new HashMap<>();

        Reader(String file, String text, Options options, Draft draft, Values values) {
            this.file = file;
            this.source = text.lines().toList();
            this.paragraphs = Prose.of(text).paragraphs();
            this.options = options;
            this.draft = draft;
            this.values = values;
        }

        Notebook notebook() {
            checkForm();
            checkValues();
            Passage.Title title = title();
            List<Item> items = items();
            var rule = section(RULE).map(this::filled).collect(Collectors.joining("\n\n"));
            LabPlan plan = plan(title);
            return new Notebook(plan, intro(title, items), parts(items), rule, draft.ruled,
                    section(ANSWER).map(Prose.Paragraph::text).toList(),
                    new Bars(filled(0, draft.barsTitle), draft.bars), happened(items), suggestions(),
                    draft.published.source(), values);
        }

        private java.util.stream.Stream<Prose.Paragraph> section(String name) {
            return paragraphs.stream().filter(one -> one.level() == 0 && one.section().equals(name));
        }

        private Passage.Title title() {
            Prose.Paragraph first = paragraphs.stream().filter(one -> one.level() == 1).findFirst()
                    .orElseThrow(() -> wrong(1, "a page begins with a title, '/// # NUMBER NAME: QUESTION'"));
            Matcher title = TITLE.matcher(first.text());
            if (!title.matches() || !title.group(2).equals(options.lab())) {
                throw wrong(first.line(), "a title is '# NUMBER NAME: QUESTION', with the name of the lab");
            }
            return new Passage.Title(Integer.parseInt(title.group(1)), title.group(2), title.group(3));
        }

        // ---- the plan ----

        private LabPlan plan(Passage.Title title) {
            options.refuse(options.numbersOfUsers() > draft.numbersOfUsers, "-c: this lab has "
                    + (draft.numbersOfUsers == 1 ? "one number" : draft.numbersOfUsers + " numbers")
                    + " of users, not " + options.numbersOfUsers());
            options.refuse(options.jdbcUrl() != null && draft.storage == null, "--jdbc-url: this lab has no database");
            Map<Comparison, Integer> comparisons = comparisons();
            comparisons.forEach((comparison, part) -> comparison.cells()
                    .forEach(cell -> partOfCell.put(cell.name(), part)));
            var claims = new LinkedHashMap<String, Claim>();
            int headline = 0;
            for (Draft.Claimed claimed : draft.claimed) {
                for (Quantity declared : claimed.quantities) {
                    Quantity quantity = claimed.about(declared);
                    Claim claim = new Claim(quantity, inPage(() -> claimed.range(quantity)), filled(0, claimed.hint()),
                            part(quantity), claimed.jdks());
                    claims.putIfAbsent(claim.text(), claim);
                    if (claimed.isHeadline()) {
                        headline = List.copyOf(claims.keySet()).indexOf(claim.text());
                    }
                }
            }
            BenchPlan bench = options.bench(draft.bench);
            List<Guess> guesses = draft.asked.stream().map(asked -> new Guess(filled(0, asked.question), asked.quantity,
                    asked.choices(), asked.hints().stream().map(hint -> filled(0, hint)).toList(), asked.jdks()))
                    .filter(guess -> guess.jdks().newest(bench.jdks()).isPresent()).toList();
            int chosen = headline;
            LabPlan whole = inPage(() -> new LabPlan(options.lab(), title.number(), title.question(),
                    List.copyOf(comparisons.keySet()), guesses, List.copyOf(claims.values()), chosen,
                    Optional.ofNullable(draft.calibration).map(one -> new LabPlan.Calibration(one.property(),
                            filled(0, one.about()), one.measure())),
                    Optional.ofNullable(draft.storage), bench));
            return selected(whole);
        }

        /** The comparisons that fields of the page have, in the order of the source, each with its part of the page. */
        private Map<Comparison, Integer> comparisons() {
            var found = new LinkedHashMap<Comparison, Integer>();
            values.fields().filter(field -> field.getType() == Comparison.class).map(field -> {
                int line = declared(field.getName());
                return Map.entry(line, (Comparison) values.get(field));
            }).sorted(Map.Entry.comparingByKey()).forEach(one -> found.put(one.getValue(), partAt(one.getKey())));
            return found;
        }

        private int declared(String field) {
            Pattern declaration = Pattern.compile("\\bComparison\\s+" + field + "\\b.*");
            return IntStream.range(0, source.size())
                    .filter(i -> !source.get(i).strip().startsWith("//") && declaration.matcher(source.get(i)).find())
                    .findFirst().orElse(source.size()) + 1;
        }

        private int partAt(int line) {
            return paragraphs.stream().filter(one -> one.level() == 2 && one.line() < line)
                    .reduce((before, last) -> last).map(last -> PART.matcher(last.text())).filter(Matcher::lookingAt)
                    .map(number -> Integer.parseInt(number.group(1))).orElse(0);
        }

        private int part(Quantity quantity) {
            return quantity.cells().stream().mapToInt(cell -> partOfCell.getOrDefault(cell.name(), 0)).max().orElse(0);
        }

        /** Without the cells that options leave out. */
        private LabPlan selected(LabPlan whole) {
            boolean hasFurther = whole.cells().stream().anyMatch(cell -> isFurther(whole, cell));
            options.refuse(options.allCells() && !hasFurther,
                    "--all-cells: this lab measures all of its cells by default: leave it out");
            LabPlan plan = options.allCells() || !options.cells().isEmpty() ? whole
                    : whole.only(cell -> !isFurther(whole, cell));
            for (String asked : options.cells()) {
                options.refuse(plan.cells().stream().noneMatch(cell -> isCalled(cell, asked)), "--cells: there is no "
                        + "cell '" + asked + "': this lab has "
                        + plan.cells().stream().map(Cell::name).collect(Collectors.joining(", ")));
            }
            String parts = plan.cells().stream().map(cell -> partOfCell.get(cell.name())).filter(part -> part > 0)
                    .distinct().sorted().map(String::valueOf).collect(Collectors.joining(", "));
            for (int asked : options.parts()) {
                options.refuse(plan.cells().stream().noneMatch(cell -> partOfCell.get(cell.name()) == asked), "--part: "
                        + "there is nothing to measure in part " + asked + ": this page has "
                        + (parts.isEmpty() ? "no numbered parts" : "parts " + parts));
            }
            LabPlan left = plan.only(this::isWanted);
            options.refuse(left.cells().isEmpty(),
                    "no cell is named by all of " + options.selecting() + ": leave one of them out");
            return left;
        }

        private static boolean isFurther(LabPlan plan, Cell cell) {
            return plan.comparisons().stream().filter(comparison -> comparison.cells().contains(cell))
                    .allMatch(comparison -> comparison.isFurther(cell));
        }

        private boolean isWanted(Cell cell) {
            return (options.cells().isEmpty() || options.cells().stream().anyMatch(asked -> isCalled(cell, asked)))
                    && (options.parts().isEmpty() || options.parts().contains(partOfCell.get(cell.name())));
        }

        private static boolean isCalled(Cell cell, String asked) {
            return cell.name().matches(Pattern.quote(asked).replace("*", "\\E.*\\Q"));
        }

        /** What is wrong with a declaration is wrong with the page. */
        private <T> T inPage(Supplier<T> declared) {
            try {
                return declared.get();
            } catch (IllegalStateException | IllegalArgumentException e) {
                throw new LabException(file + ": " + e.getMessage(), e);
            }
        }

        // ---- the prose ----

        /** Paragraphs and calls in the order of the source: the k-th call there is the k-th that was made. */
        private List<Item> items() {
            var items = new ArrayList<Item>();
            paragraphs.forEach(one -> items.add(new Item(one.line(), one, null, null)));
            var code = draft.code.iterator();
            var tables = draft.tables.iterator();
            for (int i = 0; i < source.size(); i++) {
                Matcher call = CALL.matcher(source.get(i));
                if (!call.matches()) {
                    continue;
                }
                boolean isCode = call.group(1).equals("code");
                if (isCode ? !code.hasNext() : !tables.hasNext()) {
                    throw wrong(i + 1, "this " + call.group(1) + "(...) was not declared");
                }
                items.add(new Item(i + 1, null, isCode ? code.next() : null, isCode ? null : tables.next()));
            }
            if (code.hasNext() || tables.hasNext()) {
                throw wrong(1, "each code(...) and table(...) of a page stands on a line of its own, in no method");
            }
            items.sort(Comparator.comparingInt(Item::line));
            return items;
        }

        private List<Passage> intro(Passage.Title title, List<Item> items) {
            var passages = new ArrayList<Passage>(List.of(title));
            items.stream().map(Item::paragraph).filter(one -> one != null && one.level() == 0
                    && one.section().isEmpty()).forEach(one -> passages.add(new Passage.Text(filled(one))));
            return passages;
        }

        private List<Passage> parts(List<Item> items) {
            var passages = new ArrayList<Passage>();
            if (!draft.code.isEmpty()) {
                passages.add(new Passage.Heading("The code"));
                passages.addAll(draft.code);
            }
            items.stream().map(Item::paragraph).filter(one -> one != null && one.level() != 1
                    && !one.section().isEmpty() && !List.of(RULE, ANSWER, HAPPENED, TRY).contains(one.section()))
                    .forEach(one -> passages.add(one.level() == 2 ? new Passage.Heading(filled(one))
                            : new Passage.Text(filled(one))));
            return passages;
        }

        private List<Happened> happened(List<Item> items) {
            return items.stream().filter(one -> one.table != null
                    || one.paragraph != null && one.paragraph.level() == 0 && one.paragraph.section().equals(HAPPENED))
                    .map(one -> new Happened(one.table == null ? one.paragraph.text() : null, one.table)).toList();
        }

        private List<Passage.Suggestion> suggestions() {
            return section(TRY).flatMap(one -> filled(one).lines()).map(item -> {
                Matcher option = OPTION.matcher(item);
                return option.matches() ? new Passage.Suggestion(option.group(1), option.group(2))
                        : new Passage.Suggestion("", item.replaceFirst("^- ", ""));
            }).toList();
        }

        private String filled(Prose.Paragraph paragraph) {
            return filled(paragraph.line(), paragraph.text());
        }

        private String filled(int line, String text) {
            try {
                return values.filled(text);
            } catch (IllegalArgumentException e) {
                throw wrong(line, text + ": " + e.getMessage());
            }
        }

        /** Each expression is one, and what is measured stands where it is known. */
        private void checkValues() {
            for (Prose.Paragraph paragraph : paragraphs) {
                boolean isBefore = !List.of(ANSWER, HAPPENED).contains(paragraph.section());
                for (String expression : paragraph.values()) {
                    try {
                        Object value = values.of(expression);
                        if (isBefore && Values.isMeasured(value)) {
                            values.filled("{" + expression + "}");
                        }
                    } catch (IllegalArgumentException e) {
                        throw wrong(paragraph.line(), "{" + expression + "}: " + e.getMessage());
                    }
                }
            }
        }

        /** Prose that would not be told as it is written. */
        private void checkForm() {
            for (int i = 1; i < source.size(); i++) {
                if (source.get(i).strip().matches("///([^/ ].*| #{3,} .*)")) {
                    throw wrong(i + 1, "prose begins with three slashes and a blank, and a heading has one number sign "
                            + "or two");
                }
            }
        }

        private LabException wrong(int line, String why) {
            return new LabException(file + (line == 0 ? "" : ":" + line) + ": " + why);
        }
    }
}
