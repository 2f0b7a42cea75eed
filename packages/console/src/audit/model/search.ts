/** What the address says: which rows of the log are shown. */
export interface AuditSearch {
  readonly kind?: string;
  /** Id of a user. */
  readonly by?: string;
  /** Days of the calendar, for example 2026-03-27, in the zone of the device; both count. */
  readonly from?: string;
  readonly to?: string;
  readonly process?: string;
  readonly trace?: string;
}

/** The kinds of things that rows are about, in the words of the log. */
export const kinds = [
  'process',
  'run',
  'task',
  'incident',
  'comment',
  'file',
  'bulk',
  'member',
  'subProject',
  'secret',
  'hook',
  'subscription',
] as const;

/** Only in the log of the whole installation. */
export const kindsOfInstallation = [
  'user',
  'client',
  'group',
  'invitation',
  'application',
  'identityProvider',
  'scimToken',
  'storage',
  'audit',
] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the address: what it does not understand counts as not given. */
export function readAuditSearch(given: Readonly<Record<string, unknown>>): AuditSearch {
  const text = (name: string, accepts: (value: string) => boolean = () => true) => {
    const value = given[name];
    return typeof value === 'string' && value !== '' && value.length <= 100 && accepts(value) ? { [name]: value } : {};
  };
  const isDay = (value: string) => DAY.test(value) && !Number.isNaN(Date.parse(value));
  return {
    ...text('kind', (value) => ([...kinds, ...kindsOfInstallation] as string[]).includes(value)),
    ...text('by'),
    ...text('from', isDay),
    ...text('to', isDay),
    ...text('process'),
    ...text('trace'),
  };
}

/** Midnight at the begin of a day, or of one some days later, in the zone of the device. */
function midnight(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The members of getAuditLogs that the search stands for. */
export function requestOf(subProjectId: string | undefined, { kind, by, from, to, process, trace }: AuditSearch) {
  const filters = {
    ...(kind === undefined ? {} : { subjectType: kind }),
    ...(by === undefined ? {} : { by }),
    ...(trace === undefined ? {} : { traceId: trace }),
    ...(from === undefined && to === undefined
      ? {}
      : {
          createdTs: {
            ...(from === undefined ? {} : { gte: midnight(from) }),
            ...(to === undefined ? {} : { lt: midnight(to, 1) }),
          },
        }),
  };
  return {
    subProjectId,
    processId: process,
    filters: Object.keys(filters).length === 0 ? undefined : JSON.stringify(filters),
  };
}
