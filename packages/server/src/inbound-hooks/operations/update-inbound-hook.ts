import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { requireLockedHook, requireOwnHook } from '../delivery/require-hook.js';
import { auditedHook } from '../hook/audited-hook.js';
import { checkHookDefinition } from '../hook/check-definition.js';
import { checkStoredSecrets } from '../hook/check-stored-secrets.js';
import type { HookDefinition } from '../hook/hook.js';
import { presentHook } from '../hook/present-hook.js';
import { replaceHook } from '../records/hooks.js';

/** Changes a hook. @throws CatalogueError 1202, 1207, 1200 (404), 1009 for one of the document, 1232 for a hook that cannot work */
export const updateInboundHook =
  (deps: HookDeps): UseCase<'updateInboundHook'> =>
  async (caller, request) => {
    const { subProject } = await enter(deps.subProjects, caller, request.subProjectId, operations.updateInboundHook);
    const { subProjectId: _, hookId, enabled, ...changes } = request;
    return caller.write(async (tx) => {
      const before = await requireLockedHook(tx, subProject.id, hookId);
      requireOwnHook(caller.principal, before);
      if (before.declaredAs !== null && Object.keys(changes).length > 0) {
        throw conflict(
          `The configuration document declares this hook as "${before.declaredAs}". Change it there and deploy; only enabled can be changed here.`,
        );
      }
      const definition = { ...before.definition, ...changes } as HookDefinition;
      checkHookDefinition(definition);
      if (definition.scheme !== before.definition.scheme) checkStoredSecrets(deps.sealing, before, definition.scheme);
      const hook = { ...before, definition, enabled: enabled ?? before.enabled, updatedTs: new Date() };
      await replaceHook(tx, hook);
      const names = Object.keys(changes) as (keyof typeof changes)[];
      const shown = ({ definition: given, enabled: isOn }: typeof hook) => ({
        ...Object.fromEntries(names.map((name) => [name, given[name] ?? null])),
        ...(enabled === undefined ? {} : { enabled: isOn }),
      });
      await appendAudit(tx, caller, [auditedHook(hook, 'hook.update', shown({ ...hook, ...before }), shown(hook))]);
      return { hook: presentHook(hook, deps.publicUrl, await deps.namesOf(tx, [hook.actsAs])) };
    });
  };
