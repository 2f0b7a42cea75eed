import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { requireLockedHook, requireOwnHook } from '../delivery/require-hook.js';
import { auditedHook } from '../hook/audited-hook.js';
import { checkHookDefinition } from '../hook/check-definition.js';
import { type HookDefinition, type HookRow, hookSealingContext } from '../hook/hook.js';
import { isHookSecret } from '../hook/new-secret.js';
import { presentHook } from '../hook/present-hook.js';
import { replaceHook } from '../records/hooks.js';

/** Changes a hook. @throws CatalogueError 1202, 1207, 1200 (404), 1232 for a hook that cannot work */
export const updateInboundHook =
  (deps: HookDeps): UseCase<'updateInboundHook'> =>
  async (caller, request) => {
    const { subProject } = await enter(deps.subProjects, caller, request.subProjectId, operations.updateInboundHook);
    const { subProjectId: _, hookId, enabled, ...changes } = request;
    return caller.write(async (tx) => {
      const before = await requireLockedHook(tx, subProject.id, hookId);
      requireOwnHook(caller.principal, before);
      const definition = { ...before.definition, ...changes } as HookDefinition;
      checkHookDefinition(definition);
      if (definition.scheme !== before.definition.scheme) checkSecrets(deps, before, definition.scheme);
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

/** A secret that the new scheme cannot have would let no delivery pass. */
function checkSecrets({ sealing }: HookDeps, hook: HookRow, scheme: HookDefinition['scheme']): void {
  const now = new Date().toISOString();
  for (const { sealed, expiresTs } of hook.secrets) {
    if (expiresTs !== null && expiresTs <= now) continue;
    if (isHookSecret(scheme, sealing.open(hookSealingContext(hook), sealed))) continue;
    const detail = `The secret of the hook is none of the scheme ${scheme}. Rotate it to one in the form of that scheme (rotateInboundHookSecret with secret: for standard, whsec_ and base64), with overlapSeconds 0, then change the scheme.`;
    throw invalidValue(detail, [{ pointer: '/scheme', detail }]);
  }
}
