import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { requireLockedHook, requireOwnHook } from '../delivery/require-hook.js';
import { auditedHook } from '../hook/audited-hook.js';
import { hookSealingContext } from '../hook/hook.js';
import { checkHookSecret, newHookSecret } from '../hook/new-secret.js';
import { presentHook } from '../hook/present-hook.js';
import { replaceHook } from '../records/hooks.js';

const DEFAULT_OVERLAP_SECONDS = 86_400;
/** More are rotated away although their overlap is not over: each costs an HMAC of every delivery. */
const MOST_SECRETS = 5;

/** Gives a hook a new secret. @throws CatalogueError 1202, 1207, 1200 (404), 1232 for a secret that cannot be used */
export const rotateInboundHookSecret =
  (deps: HookDeps): UseCase<'rotateInboundHookSecret'> =>
  async (caller, request) => {
    const { subProject } = await enter(
      deps.subProjects,
      caller,
      request.subProjectId,
      operations.rotateInboundHookSecret,
    );
    const { hookId, overlapSeconds = DEFAULT_OVERLAP_SECONDS } = request;
    return caller.write(async (tx) => {
      const before = await requireLockedHook(tx, subProject.id, hookId);
      requireOwnHook(caller.principal, before);
      const { scheme } = before.definition;
      const secret = request.secret === undefined ? newHookSecret(scheme) : checkHookSecret(scheme, request.secret);
      const now = new Date();
      const expiresTs = new Date(now.getTime() + overlapSeconds * 1000).toISOString();
      const kept = before.secrets.flatMap((one) => {
        const until = one.expiresTs !== null && one.expiresTs < expiresTs ? one.expiresTs : expiresTs;
        return until > now.toISOString() ? [{ ...one, expiresTs: until }] : [];
      });
      const sealed = deps.sealing.seal(hookSealingContext(before), secret);
      const current = { sealed, createdTs: now.toISOString(), expiresTs: null };
      const hook = { ...before, secrets: [current, ...kept].slice(0, MOST_SECRETS), updatedTs: now };
      await replaceHook(tx, hook);
      await appendAudit(tx, caller, [auditedHook(hook, 'hook.rotateSecret', null, { overlapSeconds })]);
      const names = await deps.namesOf(tx, [hook.actsAs]);
      return { hook: presentHook(hook, deps.publicUrl, names), secret };
    });
  };
