//FILES apps/customers.sql=customers.sql apps/customers.properties=customers.properties

package apps;

import java.time.LocalDate;
import java.util.Objects;
import java.util.UUID;

/**
 * What is sent to the services of storing and backlog, and what they answer.
 *
 * @param externalId made by the service; null in what is sent
 * @param gender     one letter
 */
public record Person(UUID externalId, String firstName, String middleName, String lastName, String gender,
        LocalDate birthDate) {

    /** A person as a client sends it. */
    public static final String ADA = """
            {"firstName": "Ada", "middleName": "King", "lastName": "Lovelace", \
            "gender": "X", "birthDate": "1815-12-10"}""";

    /** Whatever is missing is a bad request, not a row that cannot be stored. */
    public Person {
        Objects.requireNonNull(firstName, "firstName");
        Objects.requireNonNull(middleName, "middleName");
        Objects.requireNonNull(lastName, "lastName");
        Objects.requireNonNull(birthDate, "birthDate");
        if (gender == null || gender.length() != 1) {
            throw new IllegalArgumentException("gender is one letter");
        }
    }

    public Person identified() {
        return new Person(UUID.randomUUID(), firstName, middleName, lastName, gender, birthDate);
    }
}
