import type { JobTaskNode } from '../model/node.js';
import type { Behaviour } from '../run/core/run.js';
import { openJob } from '../run/waits/jobs.js';

/** Service, send, business rule and script tasks with a task definition: an external or built-in worker does the job. */
export const jobTask: Behaviour<JobTaskNode> = {
  enter(run, inst, node) {
    openJob(run, inst, node, node.job);
  },
  retry(run, inst, node, retries) {
    openJob(run, inst, node, node.job, retries);
  },
};
