import type { Database } from '../postgres/database.js';
import type { SubProjects } from '../sub-projects/configuration/sub-projects.js';
import type { UseCases } from '../use-case/caller.js';
import { getProcessStatistics } from './operations/get-process-statistics.js';

/** The operations that measure how processes flow. */
export const statisticsUseCases = (deps: { readonly db: Database; readonly subProjects: SubProjects }) =>
  ({ getProcessStatistics: getProcessStatistics(deps) }) satisfies Partial<UseCases>;
