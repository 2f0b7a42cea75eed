import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';

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
