import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';
import type { TaskRef } from '../search/inbox-search.js';

/** A task with all that a decision needs; names of people by their ids. */
export type TaskDetail = Omit<AnswerOf<'getTask'>, 'names'> & { readonly names: Readonly<Record<string, string>> };

const POLL_MS = 15_000;

export const useTask = (ref: TaskRef) =>
  useQuery({ ...read('getTask', ref), select: (answer) => answer as TaskDetail, refetchInterval: POLL_MS });
