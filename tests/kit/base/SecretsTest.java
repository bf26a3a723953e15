package kit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** What is left out of the texts of a run. */
@Tag(Lane.UNIT)
class SecretsTest {

    @Test
    void aPasswordIsNotWrittenDown() {
        assertEquals("jdbc:postgresql://db/lab?user=u&password=***&ssl=true",
                Secrets.masked("jdbc:postgresql://db/lab?user=u&password=s3cret&ssl=true"));
        assertEquals("jdbc:postgresql://u:***@db/lab", Secrets.masked("jdbc:postgresql://u:s3cret@db/lab"));
        assertEquals("--jar app.jar --api-key=*** --the.secret=*** --x=y",
                Secrets.masked("--jar app.jar --api-key=a1b2 --the.secret=hush --x=y"));
        assertEquals("data/run:1", Secrets.masked("data/run:1"));
        assertEquals("--load-command wrk -H 'Authorization: Bearer ***' -H \"X-Api-Key: ***\" {url}", Secrets.masked(
                "--load-command wrk -H 'Authorization: Bearer a.b-c' -H \"X-Api-Key: a1b2\" {url}"));
        assertEquals("--start curl -H 'Cookie: ***' --password *** -v", Secrets.masked(
                "--start curl -H 'Cookie: theme=dark; session=s3cret' --password s3cret -v"));
        assertEquals("authorization=*** x", Secrets.masked("authorization=dXNlcg x"));
    }

    /** To look for secrets in a megabyte takes minutes, and nobody reads it. */
    @Test
    void aTextThatIsTooLongIsLeftOut() {
        assertEquals("*** (1000000 characters)", Secrets.masked("x".repeat(999_991) + "token=abc"));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', value = {
            "--spring.datasource.password=p@s&s -v                 => --spring.datasource.password=*** -v",
            "--command 'java --db.password=p@ss'                   => --command 'java --db.password=***'",
            "-Dpassword=\"a b\" -v                                 => -Dpassword=*** -v",
            "'--password=a b' -v                                   => '--password=***' -v",
            "--jwt.secret-key=x AWS_SECRET_ACCESS_KEY=y            => --jwt.secret-key=*** AWS_SECRET_ACCESS_KEY=***",
            "--pwd=x --key-passphrase=x --api_key=x --credential=x => --pwd=*** --key-passphrase=*** --api_key=*** "
                    + "--credential=***",
            "--url=jdbc:x://h/db?password=p@ss&x=1 -v              => --url=jdbc:x://h/db?password=***&x=1 -v",
            "GET /a?access_token=x&page=2                          => GET /a?access_token=***&page=2",
            "GET /a?key=x&sig=y&X-Amz-Signature=z&keyword=w        => GET /a?key=***&sig=***&X-Amz-Signature=***"
                    + "&keyword=w",
            "curl -u me:p@ss -s --user 'you:p' http://h:80/        => curl -u me:*** -s --user 'you:***' http://h:80/",
            "sort --key=2 -u me -k /a:b                            => sort --key=2 -u me -k /a:b",
            "jdbc:postgresql://u:p@ss@db/lab                       => jdbc:postgresql://u:***@db/lab",
            "{\"spring.password\": \"a b\", \"c\": 1}              => {\"spring.password\": \"***\", \"c\": 1}",
            "-H 'X-Api-Key: a b' -H 'Authorization: Digest user=\"u\", x=\"y\"' -v => -H 'X-Api-Key: ***' "
                    + "-H 'Authorization: Digest ***' -v",
            "--use-token --fast                                    => --use-token --fast",
            "at http://127.0.0.1:8080/a                            => at http://127.0.0.1:8080/a",
            "http://token-service:8080/a                           => http://token-service:8080/a",
            "its last line was: no password in vault               => its last line was: no password in vault"})
    void whatIsSecretIsKnownByItsName(String text, String masked) {
        assertEquals(masked.strip(), Secrets.masked(text.strip()));
        assertEquals(masked.strip(), Secrets.masked(masked.strip()), "twice is the same");
    }

    @Test
    void aWordOfACommandIsSecretWithItsSpaces() {
        assertEquals("java --db.password=*** --token *** -H Authorization: Bearer *** -v",
                Secrets.masked(List.of("java", "--db.password=a b", "--token", "c d", "-H",
                        "Authorization: Bearer e f", "-v")));
        assertEquals("curl -u me:*** -s http://h:80/", Secrets.masked(List.of("curl", "-u", "me:p q", "-s",
                "http://h:80/")));
    }
}
