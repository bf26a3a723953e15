package charts.pages.room;

import charts.text.BadInput;
import charts.text.Pages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.live.LiveServer;
import kit.record.RunJson;
import tools.jackson.databind.json.JsonMapper;

/** Draws the room again whenever a run appears or changes below its folders, and shows it in a browser. */
public final class LiveRoom {

    /** Shared folders tell nothing of what changes in them, so they are looked at. */
    private static final int LOOK_MS = 1000;

    private final List<Path> folders;
    private final Supplier<Path> draws;
    private int version;

    /** @param draws the page; {@link BadInput} where there is no run yet */
    public LiveRoom(List<Path> folders, Supplier<Path> draws) {
        this.folders = folders;
        this.draws = draws;
    }

    /** Until it is interrupted, or the process ends. */
    public void watch() throws IOException, InterruptedException {
        try (var server = LiveServer.of(Pages.resource("room-live.html"), state("Waiting for the first run.", ""))) {
            System.out.println("The room, live: " + server.address() + " (Ctrl-C ends it)");
            if (System.console() != null && System.console().isTerminal()) {
                server.open();
            }
            String seen = "";
            while (true) {
                String now = runs();
                if (!now.equals(seen)) {
                    seen = now;
                    draw(server);
                }
                Thread.sleep(LOOK_MS);
            }
        }
    }

    private void draw(LiveServer server) {
        try {
            Path page = draws.get();
            server.serve(page.toAbsolutePath().getParent());
            server.tell(state("Drawn at " + LocalTime.now().truncatedTo(ChronoUnit.SECONDS)
                    + ". It is drawn again when a run appears.", "files/" + page.getFileName()));
        } catch (BadInput e) {
            server.tell(state(e.getMessage(), ""));
        }
    }

    private String state(String text, String page) {
        return JsonMapper.shared().writeValueAsString(Map.of("text", text, "page", page, "version", version++));
    }

    /** The runs that there are, and when they changed. */
    private String runs() {
        return folders.stream().flatMap(folder -> {
            try (Stream<Path> files = Files.walk(folder.toRealPath())) {
                return files.filter(file -> file.endsWith(RunJson.FILE)).map(LiveRoom::about).toList().stream();
            } catch (IOException | UncheckedIOException e) {
                // Something was moved meanwhile: the next look finds it.
                return Stream.of();
            }
        }).sorted().collect(Collectors.joining("\n"));
    }

    private static String about(Path file) {
        try {
            return file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            return "";
        }
    }
}
