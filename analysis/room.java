///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION gather many participants' runs into one page: guesses, rules and measurements side by side
//JAVA 25+
//SOURCES charts/text/package-info.java charts/run/package-info.java charts/figure/package-info.java
//SOURCES charts/pages/room/package-info.java
//FILES charts/room.html=charts/room.html charts/chart.html=charts/chart.html charts/head.html=charts/head.html
//FILES charts/page.css=charts/page.css charts/page.js=charts/page.js charts/room-live.html=charts/room-live.html
//MAIN Room

import charts.pages.room.LiveRoom;
import charts.pages.room.RoomPage;
import charts.run.Participants;
import charts.run.RoomLab;
import charts.text.Messages;
import charts.text.Pages;
import charts.text.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What a room of people measured, as one page: their answers to each question of a lab, their guesses, and the rule. It
 * reads each run's run.json, which data/README.md describes, and nothing else.
 */
@Command(name = "room", sortOptions = false,
        description = {
                "Gathers the runs of many participants into one page, room.html: for each question of a lab "
                        + "the guesses and",
                "measurements of all beside the rule. A folder that contains the folders of labs is one participant. "
                        + "So is the folder of a run",
                "that was renamed, for example to a person's name. Of several runs of one lab by one participant the "
                        + "newest complete one counts."})
class Room extends Script {

    @Parameters(arity = "1..*", paramLabel = "DIR",
            description = "participants' data folders, or folders that hold them, however deep: every run below is "
                    + "found")
    List<Path> folders;

    @Option(names = "--anonymous",
            description = "number the participants instead of naming their folders, in an order that tells nothing")
    boolean anonymous;

    @Option(names = "--out", paramLabel = "DIR",
            description = "where the page goes (default: charts/ beside the first DIR)")
    Path out;

    @Option(names = "--live",
            description = "show the page in a browser, and draw it again whenever a run appears below a DIR, until "
                    + "Ctrl-C. Only this machine can see it")
    boolean live;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (live && folders.stream().allMatch(Files::isDirectory)) {
            new LiveRoom(folders, this::draw).watch();
        }
        draw();
        return 0;
    }

    /** @return the page */
    private Path draw() {
        Participants participants = Participants.find(folders, anonymous, new Messages("room"));
        List<RoomLab> labs = participants.labs();
        labs.forEach(lab -> System.out.println(lab.line()));
        Pages pages = new Pages(
                out != null ? out : folders.getFirst().toAbsolutePath().normalize().resolveSibling("charts"));
        Path page = RoomPage.write(participants, labs, anonymous, pages);
        System.out.println(page);
        pages.writeShared();
        return page;
    }

    public static void main(String... args) {
        new Room().run(args);
    }
}
