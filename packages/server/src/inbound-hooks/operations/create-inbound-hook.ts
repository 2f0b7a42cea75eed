import { operations } from '@millrace/contract';
import { isUnrestricted } from '../../access/authorize.js';
import { requireUser } from '../../access/require-user.js';
import { appendAudit } from '../../audit/records/append.js';
import { mayNotCreate } from '../../kernel/errors/access-errors.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { auditedHook } from '../hook/audited-hook.js';
import { checkHookDefinition } from '../hook/check-definition.js';
import { type HookDefinition, hookSealingContext, MOST_HOOKS } from '../hook/hook.js';
import { checkHookSecret, newHookSecret } from '../hook/new-secret.js';
import { presentHook } from '../hook/present-hook.js';
import { countHooks, insertHook } from '../records/hooks.js';

/**
 * Creates a hook. It acts as the caller with the scopes of the caller's token, or as the user that the administrator names.
 *
 * @throws CatalogueError 1202, 1206, 1232 for a hook that cannot work
 */
export const createInboundHook =
  (deps: HookDeps): UseCase<'createInboundHook'> =>
  async (caller, request) => {
    const { subProject } = await enter(deps.subProjects, caller, request.subProjectId, operations.createInboundHook);
    const { subProjectId: _, actAs, secret: given, ...definition } = request;
    const { userId, scopes } = requireUser(caller.principal, operations.createInboundHook);
    const actsAs = actAs?.toLowerCase() ?? userId;
    if (actsAs !== userId && !isUnrestricted(caller.principal)) {
      throw mayNotCreate('Only the administrator may create a hook that acts as somebody else. Leave actAs out.');
    }
    if (!subProject.members.has(actsAs)) {
      const detail = 'The user has no role in this sub-project, so the hook could do nothing. Name a member in actAs.';
      throw invalidValue(detail, [{ pointer: '/actAs', detail }]);
    }
    checkHookDefinition(definition);
    const secret = given === undefined ? newHookSecret(definition.scheme) : checkHookSecret(definition.scheme, given);
    const id = newId();
    const createdTs = new Date();
    const sealed = deps.sealing.seal(hookSealingContext({ subProjectId: subProject.id, id }), secret);
    const hook = {
      subProjectId: subProject.id,
      id,
      definition: definition as HookDefinition,
      actsAs,
      scopes: actsAs === userId ? scopes : [],
      declaredAs: null,
      enabled: true,
      secrets: [{ sealed, createdTs: createdTs.toISOString(), expiresTs: null }],
      createdTs,
      updatedTs: createdTs,
    };
    return caller.write(async (tx) => {
      if ((await countHooks(tx, subProject.id)) >= MOST_HOOKS) {
        throw invalidValue(`The sub-project has ${MOST_HOOKS} hooks already, which is the most.`);
      }
      await insertHook(tx, hook);
      await appendAudit(tx, caller, [auditedHook(hook, 'hook.create', null, { ...definition, actAs: actsAs })]);
      const names = await deps.namesOf(tx, [actsAs]);
      return { hook: presentHook(hook, deps.publicUrl, names), secret };
    });
  };
