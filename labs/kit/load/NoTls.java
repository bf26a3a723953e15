package kit.load;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * For a client that sends http only. A client that is given no context sets up the JDK's own when it is made, with all
 * certificates that the JDK trusts. That is a twentieth of the CPU time of a small cell.
 */
final class NoTls extends SSLContextSpi {

    /** No connection can be made with it. */
    static final SSLContext CONTEXT = new SSLContext(new NoTls(), null, "none") {};

    private NoTls() {}

    /** The client looks at them when it is made. */
    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return engineGetSupportedSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return new SSLParameters(new String[0], new String[0]);
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random)
            throws KeyManagementException {
        throw new KeyManagementException("this client sends http only");
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        throw onlyHttp();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        throw onlyHttp();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        throw onlyHttp();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        throw onlyHttp();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        throw onlyHttp();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        throw onlyHttp();
    }

    private static IllegalStateException onlyHttp() {
        return new IllegalStateException("this client sends http only");
    }
}
