package io.millrace;

import io.millrace.api.EventsApi;
import io.millrace.api.EventsApi.APIGetEventsRequest;
import io.millrace.client.ApiException;
import io.millrace.model.Event;
import io.millrace.model.GetEventsResult;
import java.time.Duration;
import java.util.List;

/** Reads the event log of a sub-project page by page. Not for several threads. */
public final class EventLog {
  private static final int WAIT_SECONDS = 20;
  private final EventsApi api;
  private final String subProjectId;
  private List<String> types;
  private String processId;
  private String position;

  EventLog(EventsApi api, String subProjectId, String after) {
    this.api = api;
    this.subProjectId = subProjectId;
    this.position = after;
  }

  /** Only these types or areas, e.g. process.updated and task.*. */
  public EventLog types(String... types) {
    this.types = List.of(types);
    return this;
  }

  /** Only events of this process. */
  public EventLog process(String processId) {
    this.processId = processId;
    return this;
  }

  /** Position up to which the log has been read: store it when its events are handled, to go on there after a restart. */
  public String position() {
    return position;
  }

  /** The next events; empty at the end of the log. */
  public List<Event> next() throws ApiException, EventsLostException {
    for (;;) {
      String before = position;
      GetEventsResult page = page(null);
      if (!page.getEvents().isEmpty() || position.equals(page.getLatest()) || position.equals(before)) return page.getEvents();
    }
  }

  /** The next events; waits for them about 20 seconds at the end of the log, and is empty when there were none. */
  public List<Event> await() throws ApiException, EventsLostException {
    Transport.Limits before = Transport.LIMITS.get();
    Transport.LIMITS.set(new Transport.Limits(Duration.ofSeconds(30 + WAIT_SECONDS), Duration.ofMinutes(2), 4));
    try {
      return page(Integer.toString(WAIT_SECONDS)).getEvents();
    } finally {
      Transport.LIMITS.set(before);
    }
  }

  private GetEventsResult page(String waitSeconds) throws ApiException, EventsLostException {
    GetEventsResult page = api.getEvents(APIGetEventsRequest.newBuilder().subProjectId(subProjectId).types(types)
        .processId(processId).afterPosition(position).waitSeconds(waitSeconds).build());
    if (page.getReset()) throw new EventsLostException(page.getNext());
    position = page.getNext();
    return page;
  }

  /** Events after the position were deleted: read the current state, and go on after {@link #position}. */
  public static final class EventsLostException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Where to go on. */
    public final String position;

    EventsLostException(String position) {
      super("events were deleted; read the current state and go on after position " + position);
      this.position = position;
    }
  }
}
