import type { Behaviour } from '../run/core/run.js';
import { openJob } from '../run/waits/jobs.js';

/** Service, send, business rule and script tasks with a task definition: somebody else does the work. */
export const jobTask: Behaviour = {
  enter(run, inst, node) {
    if (node.kind === 'jobTask') openJob(run, inst, node, node.job);
  },
  retry(run, inst, node, retries) {
    if (node.kind === 'jobTask') openJob(run, inst, node, node.job, retries);
  },
};
