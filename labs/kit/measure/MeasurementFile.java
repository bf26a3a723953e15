package kit.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import kit.base.LabException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A {@link Measurement} as compressed JSON: all its parts are records. */
final class MeasurementFile {

    private MeasurementFile() {}

    static void write(Measurement measurement, Path file) {
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            JsonMapper.shared().writeValue(out, measurement);
        } catch (IOException | JacksonException e) {
            throw new LabException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    static Measurement read(Path file) {
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            return JsonMapper.shared().readValue(in, Measurement.class);
        } catch (IOException | JacksonException e) {
            throw new LabException(file + " is no measurement: " + e.getMessage(), e);
        }
    }
}
