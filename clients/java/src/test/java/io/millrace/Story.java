package io.millrace;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.millrace.api.ProcessesApi;
import io.millrace.api.ProcessesApi.APICreateProcessRequest;
import io.millrace.api.ProcessesApi.APIGetProcessRequest;
import io.millrace.api.SignInApi;
import io.millrace.api.SignInApi.APIGetMeRequest;
import io.millrace.api.WorkflowsApi;
import io.millrace.api.WorkflowsApi.APIExecuteWorkflowRequest;
import io.millrace.api.WorkflowsApi.APIGetWorkflowsRequest;
import io.millrace.api.WorkflowsApi.APIResumeWorkflowRunsApiRequest;
import io.millrace.client.ApiException;
import io.millrace.model.ClosedFile;
import io.millrace.model.CreateProcessRequest;
import io.millrace.model.Event;
import io.millrace.model.ExecuteWorkflowRequest;
import io.millrace.model.Process;
import io.millrace.model.ResumeWorkflowRunsApiRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The story of the README of the clients, against a demo with examples/trips: sign in, create, execute, work on the job, decide, upload,
 * read the event log. Before it the rules of repeating requests, against a server of its own.
 */
public final class Story {
  private static final String TRIPS = "01900000-0000-7000-8000-000000000005";

  private Story() {}

  public static void main(String[] arguments) throws Exception {
    rules();
    story();
    System.out.println("The Java client has told its story.");
  }

  private static void story() throws Exception {
    Millrace millrace = Millrace.fromEnvironment();
    ProcessesApi processes = millrace.api(ProcessesApi::new);
    WorkflowsApi workflows = millrace.api(WorkflowsApi::new);
    String workflow = workflows.getWorkflows(
        APIGetWorkflowsRequest.newBuilder().subProjectId(TRIPS).stageKeys(List.of("stage_init")).build()).getWorkflows().get(0).getId();
    String trip = create(processes, 2, null);
    String run = execute(workflows, trip, workflow);
    String group = create(processes, 20, null);
    execute(workflows, group, workflow);

    Worker worker = millrace.worker(TRIPS, "book-trip", job -> {
      int travellers = (Integer) job.getVariables().get("travellers");
      if (travellers > 9) throw new BpmnError("TOO_MANY", "Groups are booked by phone");
      // Longer than the lease.
      Thread.sleep(1500);
      return Map.of("booking", "R-" + travellers);
    }).lease(Duration.ofSeconds(1)).poll(Duration.ofSeconds(1));
    try (worker) {
      worker.start();
      boolean isBooked = false;
      boolean isDeclined = false;
      EventLog events = millrace.events(TRIPS, "0").types("task.opened", "run.completed");
      for (int turn = 0; turn < 200 && !(isBooked && isDeclined); turn++) {
        for (Event event : events.await()) {
          isBooked |= event.getType().equals("task.opened") && trip.equals(event.getProcessId());
          isDeclined |= event.getType().equals("run.completed") && group.equals(event.getProcessId());
        }
      }
      check(isBooked && isDeclined, "the jobs were not done");
    }
    check(worker.failure() == null, String.valueOf(worker.failure()));

    APIResumeWorkflowRunsApiRequest decide = APIResumeWorkflowRunsApiRequest.newBuilder()
        .resumeWorkflowRunsApiRequest(new ResumeWorkflowRunsApiRequest().subProjectId(TRIPS).runId(run).approved(true)).build();
    String state = workflows.resumeWorkflowRunsApi(decide).getRunId().getState().toString();
    check(state.equals("COMPLETED"), "the run is " + state);
    String filters = new ObjectMapper().writeValueAsString(Map.of("subProjectId_id", TRIPS, "id", List.of(trip, group)));
    Map<String, String> states = new HashMap<>();
    APIGetProcessRequest list = APIGetProcessRequest.newBuilder().page("1").perPageCount("10").filters(filters).build();
    for (Process process : processes.getProcess(list).getProcesses()) states.put(process.getId(), process.getState());
    check(states.equals(Map.of(trip, "BOOKED", group, "DECLINED")), states.toString());

    Path ticket = Files.createTempDirectory("millrace").resolve("ticket.txt");
    Files.writeString(ticket, "Rome, two travellers\n".repeat(1000));
    ClosedFile file = millrace.uploadFile(TRIPS, trip, ticket, "text/plain");
    check(file.getFileName().equals("ticket.txt") && file.getSize().equals("21000"), file.toString());

    List<String> types = new ArrayList<>();
    EventLog log = millrace.events(TRIPS, "0").process(trip);
    for (List<Event> page = log.next(); !page.isEmpty(); page = log.next()) page.forEach(event -> types.add(event.getType()));
    int position = -1;
    for (String expected : List.of("process.created", "run.started", "task.opened", "process.updated", "run.completed", "file.uploaded")) {
      check(types.indexOf(expected) > position, expected + " is not in its place in " + types);
      position = types.indexOf(expected);
    }

    check(create(processes, 1, "story-" + trip).equals(create(processes, 1, "story-" + trip)), "a repeated request had a second effect");
    check(statusOf(() -> workflows.resumeWorkflowRunsApi(decide)) == 409, "a completed run was resumed");
    Millrace wrong = Millrace.at(System.getenv("MILLRACE_URL")).credentials("demo-owner", "wrong").build();
    try {
      wrong.api(SignInApi::new).getMe(APIGetMeRequest.newBuilder().build());
      check(false, "a wrong secret was accepted");
    } catch (ApiException error) {
      check(error.getCause() instanceof SignInException signIn && signIn.status == 401, String.valueOf(error));
    }
    try (Worker refused = wrong.worker(TRIPS, "book-trip", job -> null).start()) {
      refused.join();
      check(refused.failure() != null, "a refused worker has no failure");
    }
  }

  private static String create(ProcessesApi processes, int travellers, String key) throws ApiException {
    CreateProcessRequest request = new CreateProcessRequest().subProjectId(TRIPS).fields(Map.of("destination", "Rome", "travellers", travellers));
    return processes.createProcess(
        APICreateProcessRequest.newBuilder().createProcessRequest(request).idempotencyKey(key).build()).getId();
  }

  private static String execute(WorkflowsApi workflows, String process, String workflow) throws ApiException {
    ExecuteWorkflowRequest request =
        new ExecuteWorkflowRequest().subProjectId(TRIPS).processId(process).stageKey("stage_init").workflowId(workflow);
    return workflows.executeWorkflow(APIExecuteWorkflowRequest.newBuilder().executeWorkflowRequest(request).build()).getRunId().getId();
  }

  private record Answer(int status, String body, String retryAfter) {}

  private static void rules() throws Exception {
    Deque<Answer> answers = new ArrayDeque<>();
    List<Map<String, String>> seen = new ArrayList<>();
    int[] signIns = {0};
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      exchange.getRequestBody().readAllBytes();
      boolean isSignIn = exchange.getRequestURI().getPath().endsWith("userLogin");
      Answer answer = isSignIn
          ? new Answer(200, "{\"access_token\":\"token-" + ++signIns[0] + "\",\"expires_in\":3600}", null)
          : answers.size() > 1 ? answers.poll() : answers.peek();
      if (!isSignIn) {
        seen.add(Map.of(
            "key", exchange.getRequestHeaders().getFirst("Idempotency-Key"),
            "trace", exchange.getRequestHeaders().getFirst("x-service-traceid"),
            "token", exchange.getRequestHeaders().getFirst("Authorization")));
      }
      byte[] body = answer.body.getBytes(StandardCharsets.UTF_8);
      if (answer.retryAfter != null) exchange.getResponseHeaders().set("Retry-After", answer.retryAfter);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      ProcessesApi processes = Millrace.at(url).credentials("c", "s").build().api(ProcessesApi::new);
      Answer created = new Answer(200, "{\"id\":\"p\"}", null);
      answers.addAll(List.of(new Answer(503, "{}", null), new Answer(401, "{}", null), new Answer(429, "{}", "1"), created));
      long begun = System.nanoTime();
      check(create(processes, 1, null).equals("p"), "not created");
      check(System.nanoTime() - begun >= 1_000_000_000L, "it did not wait for Retry-After");
      check(seen.size() == 4 && seen.stream().map(one -> one.get("key") + one.get("trace")).distinct().count() == 1, seen.toString());
      check(seen.stream().map(one -> one.get("token")).distinct().count() == 2 && signIns[0] == 2, "the token was not replaced: " + seen);
      answers.clear();
      seen.clear();
      answers.add(new Answer(401, "{}", null));
      check(statusOf(() -> create(processes, 1, null)) == 401 && seen.size() == 2, "a rejected token was replaced twice");
      answers.clear();
      seen.clear();
      answers.add(new Answer(503, "{}", "3600"));
      check(statusOf(() -> create(processes, 1, null)) == 503 && seen.size() == 1, "it waits beyond the total time");
      answers.clear();
      seen.clear();
      answers.add(new Answer(400, "{\"id\":1200}", null));
      check(statusOf(() -> create(processes, 1, null)) == 400 && seen.size() == 1, "a refusal was repeated");
    } finally {
      server.stop(0);
    }
  }

  private interface Call {
    Object send() throws ApiException;
  }

  private static int statusOf(Call call) {
    try {
      call.send();
      return 200;
    } catch (ApiException error) {
      return error.getCode();
    }
  }

  private static void check(boolean isRight, String message) {
    if (!isRight) throw new AssertionError(message);
  }
}
