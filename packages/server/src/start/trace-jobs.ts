import type { LeasedJob } from '../jobs/records/job.js';
import type { WorkerLane } from '../jobs/worker/worker.js';
import type { Span, Tracer } from '../kernel/tracing.js';
import type { Database } from '../postgres/database.js';
import { findRunTraceId } from '../workflows/records/find-run.js';

/**
 * Begins the span of an attempt at a job in the trace of the request that started its run. Work that no request asked for,
 * such as a scheduled start, has a trace of its own.
 */
export const traceJobs =
  (tracer: Tracer, db: Database) =>
  async (job: LeasedJob, lane: WorkerLane): Promise<Span> => {
    const { subProjectId, runId, id, kind, attempts } = job;
    const ofRun = runId === null ? undefined : await findRunTraceId(db, { subProjectId, id: runId });
    const type = job.type === '' ? kind : job.type;
    return tracer.begin({
      name: `job ${type}`,
      kind: 'consumer',
      traceId: ofRun ?? id,
      attributes: {
        'millrace.job.id': id,
        'millrace.job.type': type,
        'millrace.job.lane': lane,
        'millrace.job.attempt': attempts,
        'millrace.sub_project.id': subProjectId,
        ...(runId === null ? {} : { 'millrace.run.id': runId }),
      },
    });
  };
