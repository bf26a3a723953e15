package kit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
}
