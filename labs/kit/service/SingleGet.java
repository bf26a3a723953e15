package kit.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;

/**
 * A single GET, outside of any measurement. It does not use the JDK's HttpClient: the load generator sets properties
 * which that reads only once in a JVM.
 *
 * @param status of the answer
 * @param body   of the answer
 */
record SingleGet(int status, byte[] body) {

    /**
     * Sends a GET and reads the answer to its end. It follows no redirect and uses no proxy.
     *
     * @param limit for the connection, and for each wait for data
     * @throws IOException where there is no answer
     */
    static SingleGet of(URI address, Duration limit) throws IOException {
        var connection = (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
        connection.setInstanceFollowRedirects(false);
        // 0 would be no limit.
        int limitMs = (int) Math.max(1, limit.toMillis());
        connection.setConnectTimeout(limitMs);
        connection.setReadTimeout(limitMs);
        try {
            int status = connection.getResponseCode();
            try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return new SingleGet(status, body == null ? new byte[0] : body.readAllBytes());
            }
        } finally {
            connection.disconnect();
        }
    }

    /** Whether the status is one of success. */
    boolean isOk() {
        return status >= 200 && status <= 299;
    }
}
