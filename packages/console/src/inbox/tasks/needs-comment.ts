import type { TaskDetail } from './task-query.js';

type Asked = Pick<TaskDetail, 'commentRequired'> & { readonly reason: 'never' | 'onReject' | 'always' | undefined };

/** Whether the decision is refused without a comment: by the task, or by the rules for votes on it. */
export const needsComment = ({ commentRequired, reason }: Asked, approved: boolean): boolean =>
  commentRequired || reason === 'always' || (reason === 'onReject' && !approved);
