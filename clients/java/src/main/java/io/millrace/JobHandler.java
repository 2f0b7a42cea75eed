package io.millrace;

import io.millrace.model.ActivatedJob;
import java.util.Map;

/**
 * Does the work of a job. It can be called more than once for a job: pass {@code job.getIdempotencyKey()} to what it calls. When the lease
 * is lost, its thread is interrupted and its result is ignored.
 */
@FunctionalInterface
public interface JobHandler {
  /**
   * Returns the variables to set in the run, or null.
   *
   * @throws BpmnError for a BPMN error, JobFailure to say how to retry; any other exception is a failed attempt
   */
  Map<String, Object> handle(ActivatedJob job) throws Exception;
}
