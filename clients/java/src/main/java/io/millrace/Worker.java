package io.millrace;

import io.millrace.api.JobsApi;
import io.millrace.api.JobsApi.APIActivateJobsRequest;
import io.millrace.api.JobsApi.APICompleteJobRequest;
import io.millrace.api.JobsApi.APIExtendJobLeaseRequest;
import io.millrace.api.JobsApi.APIFailJobRequest;
import io.millrace.api.JobsApi.APIThrowJobErrorRequest;
import io.millrace.client.ApiException;
import io.millrace.model.ActivateJobsRequest;
import io.millrace.model.ActivatedJob;
import io.millrace.model.CompleteJobRequest;
import io.millrace.model.ExtendJobLeaseRequest;
import io.millrace.model.FailJobRequest;
import io.millrace.model.ThrowJobErrorRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Works on the jobs of a type. While the service is unavailable it tries again; when the service refuses it (wrong credentials, a missing
 * right, an unknown sub-project), it ends and {@link #failure()} tells why.
 */
public final class Worker implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Worker.class.getName());
  private static final int MOST_JOBS = 100;
  private static final int MAX_MESSAGE = 4000;
  private static final Set<Integer> REFUSED = Set.of(400, 401, 403, 404);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LEAST_REPORTING = Duration.ofMinutes(10);

  private final JobsApi api;
  private final String subProjectId;
  private final String type;
  private final JobHandler handler;
  private String name = System.getenv().getOrDefault("HOSTNAME", "java");
  private int concurrency = 10;
  private Duration lease = Duration.ofMinutes(1);
  private Duration poll = Duration.ofSeconds(5);

  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ScheduledExecutorService leases = Executors.newSingleThreadScheduledExecutor(Worker::daemon);
  private final ExecutorService extensions = Executors.newCachedThreadPool(Worker::daemon);
  private final ExecutorService handlers = Executors.newCachedThreadPool(Worker::daemon);
  private final Thread activation = daemon(this::activate);
  private volatile ApiException failure;

  Worker(JobsApi api, String subProjectId, String type, JobHandler handler) {
    this.api = api;
    this.subProjectId = subProjectId;
    this.type = type;
    this.handler = handler;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "millrace worker");
    thread.setDaemon(true);
    return thread;
  }

  /** Name of the worker, shown to operators. */
  public Worker name(String name) {
    this.name = name;
    return this;
  }

  /** Jobs to work on at the same time. Default: 10. */
  public Worker concurrency(int concurrency) {
    this.concurrency = concurrency;
    return this;
  }

  /** Lease of a job; it is extended while the handler runs. When the worker crashes, others get its jobs after it. Default: a minute. */
  public Worker lease(Duration lease) {
    this.lease = lease;
    return this;
  }

  /** How long a request for jobs waits for one. Default: 5 s. */
  public Worker poll(Duration poll) {
    this.poll = poll;
    return this;
  }

  /** Begins to work, in threads of its own. */
  public Worker start() {
    activation.start();
    return this;
  }

  /** Why the worker ended by itself, or null. */
  public ApiException failure() {
    return failure;
  }

  /** Waits until the worker has ended. */
  public void join() throws InterruptedException {
    activation.join();
  }

  /** Takes no more jobs and waits for the running handlers. */
  @Override
  public void close() throws InterruptedException {
    stopping.countDown();
    activation.join();
  }

  private void activate() {
    Semaphore free = new Semaphore(concurrency);
    int failures = 0;
    try {
      while (stopping.getCount() > 0) {
        if (!free.tryAcquire(100, TimeUnit.MILLISECONDS)) continue;
        int places = 1;
        while (places < MOST_JOBS && free.tryAcquire()) places++;
        List<ActivatedJob> jobs = List.of();
        try {
          jobs = jobs(places);
          failures = 0;
        } catch (ApiException error) {
          if (isRefusal(error)) {
            failure = error;
            stopping.countDown();
          } else {
            LOG.log(Level.WARNING, "jobs of type " + type + " could not be activated: " + error.getMessage());
            long longest = Math.min(30_000, 500L << Math.min(failures++, 10));
            stopping.await((long) (ThreadLocalRandom.current().nextDouble() * longest), TimeUnit.MILLISECONDS);
          }
        }
        free.release(places - jobs.size());
        for (ActivatedJob job : jobs) handlers.execute(() -> run(job, free));
      }
      free.acquire(concurrency);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    } finally {
      handlers.shutdown();
      extensions.shutdown();
      leases.shutdown();
    }
  }

  private static boolean isRefusal(ApiException error) {
    if (error.getCause() instanceof SignInException signIn) return REFUSED.contains(signIn.status);
    return REFUSED.contains(error.getCode());
  }

  private List<ActivatedJob> jobs(int places) throws ApiException {
    Duration timeout = poll.plus(TIMEOUT);
    return within(new Transport.Limits(timeout, timeout, 1), () -> api.activateJobs(APIActivateJobsRequest.newBuilder()
        .activateJobsRequest(new ActivateJobsRequest().subProjectId(subProjectId).type(type).worker(name).maxJobsToActivate(places)
            .timeout((int) lease.toMillis()).requestTimeout((int) poll.toMillis()))
        .build()).getJobs());
  }

  private void run(ActivatedJob job, Semaphore free) {
    Leased leased = new Leased(job, Thread.currentThread());
    try {
      Map<String, Object> variables = null;
      Exception failed = null;
      try {
        variables = handler.handle(job);
      } catch (Exception error) {
        failed = error;
      }
      if (leased.end()) {
        LOG.log(Level.WARNING, "the result of job " + job.getKey() + " is dropped: its lease was lost");
        return;
      }
      deliver(job, variables, failed);
    } catch (ApiException | RuntimeException error) {
      LOG.log(Level.WARNING, "the result of job " + job.getKey() + " is dropped: " + error.getMessage());
    } finally {
      leased.end();
      free.release();
    }
  }

  private void deliver(ActivatedJob job, Map<String, Object> variables, Exception failed) throws ApiException {
    // The work is done, so only time limits the report. The lease may end meanwhile: the token stays valid until another worker has the job.
    Duration total = lease.compareTo(LEAST_REPORTING) < 0 ? LEAST_REPORTING : lease;
    Transport.Limits limits = new Transport.Limits(TIMEOUT, total, Integer.MAX_VALUE);
    try {
      within(limits, () -> report(job, variables, failed));
    } catch (ApiException error) {
      boolean isUnusable = error.getCode() == 400 || error.getCause() instanceof com.fasterxml.jackson.core.JsonProcessingException;
      if (!isUnusable) throw error;
      // It would fail after every lease.
      within(limits, () -> report(job, null, new Exception("the result could not be taken: " + error.getMessage())));
    }
  }

  private Object report(ActivatedJob job, Map<String, Object> variables, Exception failed) throws ApiException {
    String key = job.getKey();
    String token = job.getToken();
    if (failed == null) {
      CompleteJobRequest result = new CompleteJobRequest().subProjectId(subProjectId).jobKey(key).token(token).variables(variables);
      return api.completeJob(APICompleteJobRequest.newBuilder().completeJobRequest(result).build());
    }
    String message = failed.getMessage() == null ? failed.getClass().getName() : failed.getMessage();
    String shortened = message.substring(0, Math.min(message.length(), MAX_MESSAGE));
    if (failed instanceof BpmnError error) {
      ThrowJobErrorRequest thrown = new ThrowJobErrorRequest().subProjectId(subProjectId).jobKey(key).token(token)
          .errorCode(error.errorCode).errorMessage(shortened).variables(error.variables);
      return api.throwJobError(APIThrowJobErrorRequest.newBuilder().throwJobErrorRequest(thrown).build());
    }
    LOG.log(Level.WARNING, "the handler of job " + key + " failed: " + message);
    FailJobRequest request = new FailJobRequest().subProjectId(subProjectId).jobKey(key).token(token).errorMessage(shortened);
    if (failed instanceof JobFailure failure) {
      request.retries(failure.retries);
      if (failure.retryAfter != null) request.retryBackOff((int) failure.retryAfter.toMillis());
    }
    return api.failJob(APIFailJobRequest.newBuilder().failJobRequest(request).build());
  }

  private interface Call<T> {
    T send() throws ApiException;
  }

  private static <T> T within(Transport.Limits limits, Call<T> call) throws ApiException {
    Transport.Limits before = Transport.LIMITS.get();
    Transport.LIMITS.set(limits);
    try {
      return call.send();
    } finally {
      Transport.LIMITS.set(before);
    }
  }

  /** Extends the lease of a job every third of its length, so that two extensions may fail before it ends. */
  private final class Leased {
    private final ActivatedJob job;
    private final Thread thread;
    private final ScheduledFuture<?> renewal;
    private boolean isOver;
    private boolean isLost;

    Leased(ActivatedJob job, Thread thread) {
      this.job = job;
      this.thread = thread;
      long every = lease.toMillis() / 3;
      renewal = leases.scheduleAtFixedRate(() -> extensions.execute(this::extend), every, every, TimeUnit.MILLISECONDS);
    }

    private void extend() {
      try {
        within(new Transport.Limits(TIMEOUT, lease.dividedBy(3), Integer.MAX_VALUE), () -> api.extendJobLease(
            APIExtendJobLeaseRequest.newBuilder().extendJobLeaseRequest(new ExtendJobLeaseRequest().subProjectId(subProjectId)
                .jobKey(job.getKey()).token(job.getToken()).timeout((int) lease.toMillis())).build()));
      } catch (ApiException error) {
        LOG.log(Level.WARNING, "the lease of job " + job.getKey() + " could not be extended: " + error.getMessage());
        if (error.getCode() == 409 || error.getCode() == 404) lose();
      }
    }

    private synchronized void lose() {
      if (isOver) return;
      isLost = true;
      renewal.cancel(false);
      thread.interrupt();
    }

    /** Ends the renewal, and returns whether the lease was lost. From then on the thread is not interrupted. */
    synchronized boolean end() {
      renewal.cancel(false);
      if (isLost && !isOver) Thread.interrupted();
      isOver = true;
      return isLost;
    }
  }
}
