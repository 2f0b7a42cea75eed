import { operations, type RequestOf } from '@millrace/contract';
import { readPeriod } from '../../filters/read-period.js';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { type Database, sqlState } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UseCase } from '../../use-case/caller.js';
import { AGES_IN_DAYS, type MeasuredValue, measureBuckets, measureValues, startsOf } from '../records/measure.js';
import { readProgress } from '../records/positions.js';
import type { Dimension } from '../records/stays.js';
import { insideAtEnds } from './inside-at-ends.js';
import { readMeasurement, type StatisticsDeps } from './read-measurement.js';

const MOST_BUCKETS = 400;

/**
 * getProcessStatistics: how processes move through the states or stages.
 *
 * @throws CatalogueError 1200, 1230, 1231 and 1232 for the request, 1232 too when the stays are too many for one request
 */
export const getProcessStatistics =
  (deps: StatisticsDeps): UseCase<'getProcessStatistics'> =>
  async (caller, request) => {
    const { subProject, dimension, processes, read } = await readMeasurement(
      deps,
      caller,
      request,
      operations.getProcessStatistics,
    );
    const parts = readParts(request);
    const starts = await readStarts(deps.db, parts);
    const [from = parts.from] = starts;
    const measurement = { subProjectId: subProject.id, dimension, processes, from, to: parts.to };
    const [progress, values, moves] = await read(
      async (reader) =>
        [
          await readProgress(reader, subProject.id),
          await measureValues(reader, measurement),
          await measureBuckets(reader, measurement, starts),
        ] as const,
    );
    const ordered = inOrder(subProject, dimension, values);
    return {
      from: from.toISOString(),
      to: parts.to.toISOString(),
      behind: progress.behind,
      sinceTs: progress.sinceTs?.toISOString() ?? null,
      values: ordered.map(presentValue),
      buckets: insideAtEnds(starts, ordered, moves),
    };
  };

function presentValue({ value, ages, oldestTs, entered, left, seconds }: MeasuredValue) {
  const [medianSeconds, p90Seconds] = seconds === null ? [null, null] : seconds.map(Math.round);
  return {
    value,
    now: ages.reduce((sum, count) => sum + count, 0),
    oldestTs: oldestTs?.toISOString() ?? null,
    ages: AGES_IN_DAYS.map((fromDays, at) => ({ fromDays, count: ages[at] ?? 0 })),
    entered,
    left,
    medianSeconds,
    p90Seconds,
  };
}

/** Those of the configuration in its order, with those in which no process was; then the others by name. */
function inOrder(
  subProject: SubProject,
  dimension: Dimension,
  measured: readonly MeasuredValue[],
): readonly MeasuredValue[] {
  const byValue = new Map(measured.map((one) => [one.value, one]));
  const known = dimension === 'state' ? subProject.states : subProject.stages;
  const names = [...known.keys()];
  const others = [...byValue.keys()].filter((value) => !known.has(value)).sort();
  return [...names, ...others].map((value) => byValue.get(value) ?? { value, ...nothing });
}

const nothing = { ages: [], oldestTs: null, before: 0, entered: 0, left: 0, seconds: null };

type Query = RequestOf<typeof operations.getProcessStatistics>;

const readParts = (query: Query) => ({
  ...readPeriod(query),
  bucket: query.bucket || 'day',
  timeZone: query.timeZone || 'UTC',
});

async function readStarts(db: Database, parts: ReturnType<typeof readParts>): Promise<readonly Date[]> {
  const starts = await startsOf(db, parts, MOST_BUCKETS + 1).catch((error: unknown) => {
    if (sqlState(error) !== INVALID_PARAMETER) throw error;
    throw invalidMember('/timeZone', `There is no time zone "${parts.timeZone}".`);
  });
  if (starts.length > MOST_BUCKETS) {
    throw invalidMember('/bucket', `The time has more than ${MOST_BUCKETS} parts. Take longer parts or less time.`);
  }
  return starts;
}

/** What PostgreSQL answers to a time zone that it does not know. */
const INVALID_PARAMETER = '22023';
