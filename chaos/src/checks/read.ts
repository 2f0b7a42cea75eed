import type { Api } from '../support/api.js';
import { type Json, recordAt, recordsAt } from '../support/json.js';
import type { Step } from './walk.js';

/** A run as the service reports it. */
export interface ReadRun {
  readonly id: string;
  readonly workflowId: string;
  readonly processId: string;
  readonly state: string;
}

const PAGE = 1000;

/** Every item of a paged list. */
export async function everyPage(api: Api, path: string, members: Json, list: string): Promise<readonly Json[]> {
  const found: Json[] = [];
  for (let page = 1; ; page += 1) {
    const body = await api.untilAnswered('GET', path, { ...members, page: String(page), perPageCount: String(PAGE) });
    const items = recordsAt(body, list);
    found.push(...items);
    if (items.length < PAGE) return found;
  }
}

export async function readRuns(api: Api, subProjectId: string): Promise<readonly ReadRun[]> {
  const runs = await everyPage(api, '/v1/process/getWorkflowRuns', { subProjectId }, 'runs');
  return runs.map(({ id, workflowId, processId, state }) => ({
    id: String(id),
    workflowId: String(workflowId),
    processId: String(processId),
    state: String(state),
  }));
}

/** `detail` of getWorkflowRun. */
export async function readDetail(api: Api, subProjectId: string, runId: string): Promise<Json> {
  return recordAt(
    await api.untilAnswered('GET', '/v1/process/workflows/getWorkflowRun', { subProjectId, runId }),
    'detail',
  );
}

export async function readTimeline(api: Api, subProjectId: string, runId: string): Promise<readonly Step[]> {
  const path = '/v1/process/workflows/getRunTimeline';
  const entries = await everyPage(api, path, { subProjectId, runId }, 'timeline');
  return entries.map(({ sequence, event, elementId, key, scopeKey }) => ({
    sequence: Number(sequence),
    event: String(event),
    elementId: String(elementId),
    key: Number(key),
    scopeKey: Number(scopeKey ?? 0),
  }));
}

/** Every process of the sub-project with its version. */
export const readProcesses = (api: Api, subProjectId: string): Promise<readonly Json[]> =>
  everyPage(
    api,
    '/v1/process/getProcess',
    { filters: { subProjectId_id: subProjectId }, include: 'version' },
    'processes',
  );

/** How many audit rows there are of each action and subject, as `action subjectId`. */
export async function readAudit(api: Api, subProjectId: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const row of await everyPage(api, '/v1/process/getAuditLogs', { subProjectId }, 'logs')) {
    const key = `${String(row.action)} ${String(row.subjectId)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

export async function readStuckRuns(api: Api, subProjectId: string): Promise<readonly string[]> {
  const stuck: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query = { subProjectId, ...(after === '' ? {} : { after }) };
    const body = await api.untilAnswered('GET', '/v1/process/workflows/getStuckRuns', query);
    stuck.push(...recordsAt(body, 'runs').map(({ id }) => String(id)));
    after = body.next === null ? null : String(body.next);
  }
  return stuck;
}

/** The event log from its first position on. */
export async function readEventLog(api: Api, subProjectId: string): Promise<readonly Json[]> {
  const events: Json[] = [];
  for (let afterPosition = '0'; ; ) {
    const query = { subProjectId, afterPosition, limit: String(PAGE) };
    const body = await api.untilAnswered('GET', '/v1/process/events', query);
    events.push(...recordsAt(body, 'events'));
    if (body.next === body.latest) return events;
    afterPosition = String(body.next);
  }
}
