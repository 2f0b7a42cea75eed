import type { Problem } from '@millrace/contract';

type Refusal = Pick<Problem, 'id' | 'status' | 'errors'>;

/**
 * The task is no longer open: somebody was faster, or its run went on without it. Who may not decide is refused with 1209, too,
 * but with another status; a conflict (1009) is one of the person's own, such as a second vote.
 */
export const isTakenByOthers = ({ id, status, errors = [] }: Refusal): boolean =>
  errors.length === 0 && ((id === 1200 && status === 404) || (id === 1209 && status === 409));
