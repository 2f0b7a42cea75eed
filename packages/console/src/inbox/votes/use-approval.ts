import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';
import type { TaskDetail } from '../tasks/task-query.js';

/** The votes on a task, and who can still vote; names of people by their ids. */
export type ApprovalStatus = Omit<AnswerOf<'getApprovalStatus'>, 'names'> & {
  readonly names: Readonly<Record<string, string>>;
};

const POLL_MS = 15_000;

const refOf = ({ subProject, task }: TaskDetail) => ({ subProjectId: subProject.id, taskId: task.id });

export const useApproval = (detail: TaskDetail) =>
  useQuery({
    ...read('getApprovalStatus', refOf(detail)),
    select: (answer) => answer as ApprovalStatus,
    refetchInterval: POLL_MS,
  });

/** Whether the person may vote and, if not, every reason. */
export const useMayVote = (detail: TaskDetail) =>
  useQuery({ ...read('explainApproval', refOf(detail)), refetchInterval: POLL_MS });
