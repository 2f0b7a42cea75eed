import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';
import { titleOf } from '../../form/schema/process-title.js';
import { useMay } from '../../session/can.js';

export type RunAnswer = AnswerOf<'getWorkflowRun'>;
export type RunDetail = RunAnswer['detail'];

/** What is asked of getWorkflowRun, so that every part of the page has the same answer. */
export const runRequest = (subProjectId: string, runId: string) => ({ subProjectId, runId, include: 'allowed,names' });

/** The run of a page; it hears of changes by itself. */
export const useRun = (subProjectId: string, runId: string): RunAnswer =>
  useSuspenseQuery(read('getWorkflowRun', runRequest(subProjectId, runId))).data;

/** Names of the workflows of a sub-project by their ids. */
export function useWorkflowNames(subProjectId: string): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...read('getWorkflows', { subProjectId }), staleTime: 60_000 });
  return new Map(data?.workflows.map(({ id, name }) => [id, name]));
}

/** What people call the processes with these ids, as far as the person may read them: one request for all. */
export function useProcessTitles(subProjectId: string, processIds: readonly string[]): ReadonlyMap<string, string> {
  const mayRead = useMay({ grant: 'process.read', subProjectId });
  const ids = [...new Set(processIds)].sort();
  const isOn = mayRead && ids.length > 0;
  const schema = useQuery({ ...read('getSubProjectSchema', { subProjectId }), enabled: isOn });
  const filters = JSON.stringify({ subProjectId_id: subProjectId, id: { in: ids } });
  const request = { page: '1', perPageCount: String(Math.max(1, ids.length)), filters };
  const { data } = useQuery({ ...read('getProcess', request), enabled: isOn, placeholderData: (before) => before });
  const shown = schema.data;
  if (shown === undefined || data === undefined) return new Map();
  const titled = data.processes.flatMap((process) => {
    const title = titleOf({ schema: shown, process });
    return title === undefined ? [] : [[process.id, title] as const];
  });
  return new Map(titled);
}
