import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { requireLockedHook } from '../delivery/require-hook.js';
import { auditedHook } from '../hook/audited-hook.js';
import { removeHook } from '../records/hooks.js';

/** Deletes a hook with its receipts. @throws CatalogueError 1202, 1207, 1200 (404), 1009 for one of the document */
export const deleteInboundHook =
  (deps: HookDeps): UseCase<'deleteInboundHook'> =>
  async (caller, { subProjectId, hookId }) => {
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.deleteInboundHook);
    return caller.write(async (tx) => {
      const hook = await requireLockedHook(tx, subProject.id, hookId);
      if (hook.declaredAs !== null) {
        throw conflict(
          `The configuration document declares this hook as "${hook.declaredAs}". Remove it there and deploy.`,
        );
      }
      await removeHook(tx, subProject.id, hook.id);
      await appendAudit(tx, caller, [auditedHook(hook, 'hook.delete', { name: hook.definition.name }, null)]);
      return { status: 'success', message: `The hook ${hook.definition.name} was deleted.` };
    });
  };
