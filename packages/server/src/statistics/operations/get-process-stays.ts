import { operations } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { metaOf, parsePage } from '../../filters/paging.js';
import { readPeriod } from '../../filters/read-period.js';
import type { UseCase } from '../../use-case/caller.js';
import { listStays, type StayKind } from '../records/list-stays.js';
import { readProgress } from '../records/positions.js';
import { readMeasurement, type StatisticsDeps } from './read-measurement.js';

/**
 * getProcessStays: the processes behind a number of getProcessStatistics, those that stay longest first.
 *
 * @throws CatalogueError as getProcessStatistics
 */
export const getProcessStays =
  (deps: StatisticsDeps): UseCase<'getProcessStays'> =>
  async (caller, request) => {
    const { subProject, dimension, processes, read } = await readMeasurement(
      deps,
      caller,
      request,
      operations.getProcessStays,
    );
    const page = parsing(metaErrorIds, () => parsePage(request));
    const measurement = { subProjectId: subProject.id, dimension, processes, ...readPeriod(request) };
    const wanted = {
      value: request.value,
      of: (request.of || 'now') as StayKind,
      fromDays: Number(request.fromDays || 0),
      limit: page.limit,
      offset: page.offset,
    };
    const { progress, total, stays } = await read(async (reader) => ({
      progress: await readProgress(reader, subProject.id),
      ...(await listStays(reader, measurement, wanted)),
    }));
    return {
      meta: metaOf(page, total),
      behind: progress.behind,
      stays: stays.map(({ processId, enteredTs, leftTs }) => ({
        processId,
        enteredTs: enteredTs.toISOString(),
        leftTs: leftTs?.toISOString() ?? null,
      })),
    };
  };
