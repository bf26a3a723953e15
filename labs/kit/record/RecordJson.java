package kit.record;

import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Records as JSON. The names of fields are those of the components, in lower case with {@code _} between words. A
 * number that is not known is NaN here and null there.
 */
public final class RecordJson {

    static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .addModule(new SimpleModule().addSerializer(double.class, new Known()).addSerializer(Double.class,
                    new Known()).addDeserializer(double.class, new Number()))
            .build();

    /** JSON has no NaN. */
    private static final class Known extends ValueSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator out, SerializationContext context) {
            if (Double.isFinite(value)) {
                out.writeNumber(value);
            } else {
                out.writeNull();
            }
        }
    }

    private static final class Number extends ValueDeserializer<Double> {
        @Override
        public Double deserialize(JsonParser in, DeserializationContext context) {
            return in.getDoubleValue();
        }

        @Override
        public Object getNullValue(DeserializationContext context) {
            return Double.NaN;
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return Double.NaN;
        }
    }

    private RecordJson() {}

    /** A record as JSON in one line. */
    public static String line(Record all) {
        return JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(all);
    }

    /** Writes a record. */
    public static void write(Path file, Record all) throws IOException {
        try {
            JSON.writeValue(file.toFile(), all);
        } catch (JacksonException e) {
            throw new IOException(file.getFileName() + ": " + e.getOriginalMessage(), e);
        }
    }
}
