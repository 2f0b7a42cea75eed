import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.js';
import { isProblem } from '../../../api/problem.js';
import { invalidate } from '../../../api/queries.js';
import type { Asked, Incident, Repair, RepairOrder } from './repair.js';

/** How many incidents one repair takes. */
const MOST = 1000;
/** Requests at once, so that others are not kept waiting. */
const AT_ONCE = 4;

/** The repairs that the page has begun, newest first. They stop when the page is left. */
export function useRepairs(subProjectId: string) {
  const queries = useQueryClient();
  const [repairs, setRepairs] = useState<readonly Repair[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const last = useRef(0);
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  const change = (id: number, next: (repair: Repair) => Partial<Repair>) =>
    setRepairs((before) => before.map((repair) => (repair.id === id ? { ...repair, ...next(repair) } : repair)));

  const run = async (id: number, order: RepairOrder, signal: AbortSignal) => {
    const { incidents, isCut } = await incidentsOf(subProjectId, order, signal);
    const asked: Asked[] = incidents.map((incident) => ({ incident }));
    change(id, () => ({ asked: [...asked], isCut }));
    let next = 0;
    const work = async () => {
      while (next < asked.length && !signal.aborted) {
        const at = next;
        next += 1;
        const { incident } = asked[at] as Asked;
        asked[at] = { incident, refusal: await ask(subProjectId, order, incident) };
        change(id, () => ({ asked: [...asked] }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  const begin = (order: RepairOrder) => {
    last.current += 1;
    const id = last.current;
    const controller = new AbortController();
    running.current.set(id, controller);
    setRepairs((before) => [{ id, order, isCut: false, isRunning: true }, ...before]);
    void run(id, order, controller.signal)
      .catch((error: unknown) => change(id, () => ({ error })))
      .finally(() => {
        running.current.delete(id);
        change(id, () => ({ isRunning: false }));
        void invalidate(queries, order.kind === 'retry' ? 'retryIncident' : 'cancelWorkflowRun');
      });
  };
  return {
    repairs,
    begin,
    stop: (id: number) => running.current.get(id)?.abort(),
    dismiss: (id: number) => setRepairs((before) => before.filter((repair) => repair.id !== id)),
  };
}

/** The incidents of an order; to cancel, one of each run. */
async function incidentsOf(subProjectId: string, { group, incidents, kind }: RepairOrder, signal: AbortSignal) {
  let found = incidents;
  let isCut = false;
  if (found === undefined) {
    const { workflowId, fingerprint } = group;
    const request = { subProjectId, workflowId, fingerprint, perPageCount: String(MOST) };
    const answer = await call('getIncidents', request, { signal });
    found = answer.incidents;
    isCut = answer.next !== null;
  }
  const ofEachRun = new Map(found.map((incident) => [incident.runId, incident]));
  return { incidents: kind === 'retry' ? found : [...ofEachRun.values()], isCut };
}

/** Asks for one repair. @returns why it was refused, or null */
async function ask(subProjectId: string, order: RepairOrder, { id, runId }: Incident): Promise<string | null> {
  try {
    if (order.kind === 'retry') {
      const { retries, variables } = order;
      const corrected = Object.keys(variables).length === 0 ? {} : { variables };
      await call('retryIncident', { subProjectId, runId, incidentId: id, retries, ...corrected });
    } else {
      const reason = order.reason === '' ? {} : { reason: order.reason };
      await call('cancelWorkflowRun', { subProjectId, runId, ...reason });
    }
    return null;
  } catch (error) {
    if (isProblem(error)) return error.problem.detail;
    return error instanceof Error ? error.message : String(error);
  }
}
