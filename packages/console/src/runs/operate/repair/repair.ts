import type { AnswerOf, RequestTo } from '../../../api/call.js';

export type IncidentGroup = AnswerOf<'getIncidentGroups'>['groups'][number];

/** Which incidents are repaired. */
export type RepairTarget = Pick<
  RequestTo<'bulkOperateRuns'>,
  'subProjectId' | 'workflowId' | 'fingerprint' | 'incidentIds'
>;

/** How fast and how carefully many are repaired, as it is typed; empty: without limit. */
export interface Pace {
  readonly canary: string;
  readonly mostFailedPercent: string;
  readonly perMinute: string;
}

/** With more incidents than this, a few are tried first unless somebody says otherwise. */
const MANY = 10;

export const paceFor = (count: number): Pace => ({
  canary: count > MANY ? '5' : '',
  mostFailedPercent: '20',
  perMinute: '',
});

const isWithin = (typed: string, from: number, to: number): boolean =>
  /^\d{1,5}$/.test(typed) && Number(typed) >= from && Number(typed) <= to;

/** What was typed as a request has it, and which numbers are none. */
export function readPace({ canary, mostFailedPercent, perMinute }: Pace): {
  readonly request: Pick<RequestTo<'bulkOperateRuns'>, 'canary' | 'perMinute'>;
  readonly faults: ReadonlySet<keyof Pace>;
} {
  const faults = new Set<keyof Pace>();
  if (canary !== '' && !isWithin(canary, 1, 1000)) faults.add('canary');
  if (canary !== '' && !isWithin(mostFailedPercent, 0, 100)) faults.add('mostFailedPercent');
  if (perMinute !== '' && !isWithin(perMinute, 1, 60_000)) faults.add('perMinute');
  return {
    request: {
      ...(canary === '' ? {} : { canary: { count: Number(canary), mostFailedPercent: Number(mostFailedPercent) } }),
      ...(perMinute === '' ? {} : { perMinute: Number(perMinute) }),
    },
    faults,
  };
}
