import type { AuditEntry } from '../../audit/records/append.js';
import type { SubProjectAction } from '../../audit/records/sub-project-actions.js';
import type { HookRow } from './hook.js';

/** The audit row of a change of a hook. The values never have a secret. */
export const auditedHook = (
  { subProjectId, id }: Pick<HookRow, 'subProjectId' | 'id'>,
  action: SubProjectAction,
  before: object | null,
  after: object | null,
): AuditEntry => ({
  action,
  subProjectId,
  subjectType: 'hook',
  subjectId: id,
  processId: null,
  before,
  after,
});
