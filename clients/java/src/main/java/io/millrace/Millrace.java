package io.millrace;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.api.EventsApi;
import io.millrace.api.FilesApi;
import io.millrace.api.FilesApi.APICloseSignedStorageRequest;
import io.millrace.api.FilesApi.APICreateSignedStorageRequest;
import io.millrace.api.JobsApi;
import io.millrace.client.ApiClient;
import io.millrace.client.ApiException;
import io.millrace.model.ClosedFile;
import io.millrace.model.CloseSignedStorageRequest;
import io.millrace.model.CreateSignedStorageRequest;
import io.millrace.model.CreateSignedStorageResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

/**
 * A client of one service with one set of credentials. It keeps its token and connections: create it once and share it.
 *
 * <p>The operations are in the classes of {@code io.millrace.api}: {@code millrace.api(ProcessesApi::new).createProcess(…)}. Use the methods that
 * take a request object. Without a trace id and an idempotency key the client sends its own. An error answer is an {@link ApiException}.
 */
public final class Millrace {
  private final ApiClient apiClient;
  private final Transport transport;

  private Millrace(Builder builder) {
    transport = new Transport(builder);
    ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
    apiClient = new ApiClient(HttpClient.newBuilder(), mapper, builder.url) {
      @Override
      public HttpClient getHttpClient() {
        return transport;
      }
    };
  }

  /** A client with the settings of a builder; {@code url} is the address of the service, e.g. https://millrace.example.com. */
  public static Builder at(String url) {
    return new Builder(url);
  }

  /** A client of MILLRACE_URL with MILLRACE_TOKEN, or MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET. */
  public static Millrace fromEnvironment() {
    Builder builder = at(System.getenv().getOrDefault("MILLRACE_URL", ""));
    String token = System.getenv("MILLRACE_TOKEN");
    if (token != null && !token.isEmpty()) return builder.token(token).build();
    return builder.credentials(System.getenv("MILLRACE_CLIENT_ID"), System.getenv("MILLRACE_CLIENT_SECRET")).build();
  }

  /** The operations of one area, e.g. {@code millrace.api(ProcessesApi::new)}. */
  public <A> A api(Function<ApiClient, A> area) {
    return area.apply(apiClient);
  }

  /**
   * Uploads a file: reserves it with its size and SHA-256, posts the signed form to the object storage, and confirms. The service compares
   * the SHA-256 before it unlocks the file.
   *
   * @param processId process to attach the file to, or null
   */
  public ClosedFile uploadFile(String subProjectId, String processId, Path file, String mimeType)
      throws ApiException, IOException, InterruptedException {
    FilesApi files = api(FilesApi::new);
    long size = Files.size(file);
    CreateSignedStorageRequest request = new CreateSignedStorageRequest()
        .subProjectId(subProjectId).processId(processId).fileName(file.getFileName().toString()).mimeType(mimeType)
        .pluginName("knowledgeRepo").size(Long.toString(size)).sha256(FormUpload.sha256(file));
    CreateSignedStorageResult signed = files.createSignedStorage(
        APICreateSignedStorageRequest.newBuilder().createSignedStorageRequest(request).build());
    FormUpload.post(transport, URI.create(signed.getAws().getUrl()), signed.getAws().getFields(), file);
    String id = signed.getFile().getId();
    CloseSignedStorageRequest closing = new CloseSignedStorageRequest().subProjectId(subProjectId).fileId(id);
    ClosedFile closed =
        files.closeSignedStorage(APICloseSignedStorageRequest.newBuilder().closeSignedStorageRequest(closing).build()).getFile();
    if (!id.equals(closed.getId()) || !Long.toString(size).equals(closed.getSize()) || closed.getLocked()) {
      throw new IOException(size + " bytes were sent as file " + id + ", but the service confirmed " + closed);
    }
    return closed;
  }

  /** The events of a sub-project after a position ("0": from the oldest, "latest": from the next), in their order. */
  public EventLog events(String subProjectId, String after) {
    return new EventLog(new EventsApi(apiClient), subProjectId, after);
  }

  /** A worker on the jobs of a type. It works from {@link Worker#start()} to {@link Worker#close()}. */
  public Worker worker(String subProjectId, String type, JobHandler handler) {
    return new Worker(new JobsApi(apiClient), subProjectId, type, handler);
  }

  /** Settings of a client. */
  public static final class Builder {
    final String url;
    String clientId;
    String clientSecret;
    String scope;
    String token;
    Duration timeout = Duration.ofSeconds(30);
    Duration totalTimeout = Duration.ofMinutes(2);
    int retries = 4;

    private Builder(String url) {
      if (!url.matches("https?://[^/].*")) {
        throw new IllegalArgumentException("\"" + url + "\" is not an address of a service. Use one such as https://millrace.example.com");
      }
      this.url = url.replaceAll("/+$", "");
    }

    /** Signs in with client credentials. */
    public Builder credentials(String clientId, String clientSecret) {
      if (clientId == null || clientSecret == null) throw new IllegalArgumentException("Set both the client id and its secret.");
      this.clientId = clientId;
      this.clientSecret = clientSecret;
      return this;
    }

    /** Restricts the token to these space-separated scopes. */
    public Builder scope(String scope) {
      this.scope = scope;
      return this;
    }

    /** A token from elsewhere, e.g. a personal token; it is not renewed. */
    public Builder token(String token) {
      this.token = token;
      return this;
    }

    /** Time for one attempt of a call. Default: 30 s. */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /** Time for all attempts of a call. Default: 2 minutes. */
    public Builder totalTimeout(Duration totalTimeout) {
      this.totalTimeout = totalTimeout;
      return this;
    }

    /** Attempts after the first one. Default: 4. */
    public Builder retries(int retries) {
      this.retries = retries;
      return this;
    }

    /** The client. Nothing is sent yet. */
    public Millrace build() {
      return new Millrace(this);
    }
  }
}
