import type { UseCases } from '../use-case/caller.js';
import { getProcessStatistics } from './operations/get-process-statistics.js';
import { getProcessStays } from './operations/get-process-stays.js';
import type { StatisticsDeps } from './operations/read-measurement.js';

/** The operations that measure how processes flow. */
export const statisticsUseCases = (deps: StatisticsDeps) =>
  ({
    getProcessStatistics: getProcessStatistics(deps),
    getProcessStays: getProcessStays(deps),
  }) satisfies Partial<UseCases>;
