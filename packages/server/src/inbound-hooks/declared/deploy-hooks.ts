import { isDeepStrictEqual } from 'node:util';
import { appendAudit } from '../../audit/records/append.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import type { Sealing } from '../../kernel/sealing.js';
import type { Transaction } from '../../postgres/database.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { Deployment } from '../../sub-projects/deployment/deploy-version.js';
import { DeploymentRefused } from '../../sub-projects/deployment/deployment-refused.js';
import { findingsOf } from '../../sub-projects/deployment/findings-of.js';
import type { Finding } from '../../sub-projects/document/findings/finding.js';
import { auditedHook } from '../hook/audited-hook.js';
import { checkHookDefinition } from '../hook/check-definition.js';
import { checkStoredSecrets } from '../hook/check-stored-secrets.js';
import { type HookDefinition, type HookRow, hookSealingContext, MOST_HOOKS } from '../hook/hook.js';
import { newHookSecret } from '../hook/new-secret.js';
import { countHooks, insertHook, lockDeclaredHooks, removeHook, replaceHook } from '../records/hooks.js';

type Declared = Deployment['hooks'][number];

/**
 * Makes the hooks of a new version what its document declares. A new one gets a secret that nobody knows: it is exchanged with
 * rotateInboundHookSecret. Whether a hook is enabled, and its secrets, stay as they are.
 *
 * @throws DeploymentRefused
 */
export async function deployHooks(
  tx: Transaction,
  { sealing }: { readonly sealing: Sealing },
  { actor, subProject, hooks }: Deployment,
): Promise<void> {
  const known = new Map((await lockDeclaredHooks(tx, subProject.id)).map((hook) => [hook.declaredAs ?? '', hook]));
  if (hooks.length === 0 && known.size === 0) return;
  // With the roles that people have from other sources than the document.
  const { members } = await createSubProjects(tx).load(subProject.id);
  const findings: Finding[] = [];
  for (const [index, declared] of hooks.entries()) {
    const before = known.get(declared.key);
    const check = () => {
      if (!members.has(declared.userId)) {
        const detail =
          'The user has no role in this sub-project, so the hook could do nothing. Name a member in actAs.';
        throw invalidValue(detail, [{ pointer: '/actAs', detail }]);
      }
      const definition = definitionOf(declared);
      checkHookDefinition(definition);
      if (before !== undefined) checkStoredSecrets(sealing, before, definition.scheme);
    };
    findings.push(...(await findingsOf(['hooks', index], check)));
  }
  if (findings.length > 0) throw new DeploymentRefused(findings);
  for (const hook of known.values()) {
    if (hooks.some(({ key }) => key === hook.declaredAs)) continue;
    await removeHook(tx, subProject.id, hook.id);
    await appendAudit(tx, actor, [auditedHook(hook, 'hook.delete', { name: hook.definition.name }, null)]);
  }
  for (const declared of hooks) {
    const before = known.get(declared.key);
    if (before === undefined) await add(tx, sealing, actor, subProject.id, declared);
    else await change(tx, actor, before, declared);
  }
  if ((await countHooks(tx, subProject.id)) > MOST_HOOKS) {
    const message = `the sub-project would have more than ${MOST_HOOKS} hooks, with those that were made by requests`;
    throw new DeploymentRefused([{ path: '/hooks', message }]);
  }
}

const definitionOf = ({ key, userId: _user, actAs: _actAs, name = key, ...rest }: Declared): HookDefinition => ({
  name,
  ...rest,
});

async function add(
  tx: Transaction,
  sealing: Sealing,
  actor: Deployment['actor'],
  subProjectId: string,
  declared: Declared,
): Promise<void> {
  const key = { subProjectId, id: newId() };
  const definition = definitionOf(declared);
  const createdTs = new Date();
  const sealed = sealing.seal(hookSealingContext(key), newHookSecret(definition.scheme));
  const hook: HookRow = {
    ...key,
    definition,
    actsAs: declared.userId,
    scopes: [],
    declaredAs: declared.key,
    enabled: true,
    secrets: [{ sealed, createdTs: createdTs.toISOString(), expiresTs: null }],
    createdTs,
    updatedTs: createdTs,
  };
  await insertHook(tx, hook);
  await appendAudit(tx, actor, [auditedHook(hook, 'hook.create', null, { ...definition, actAs: hook.actsAs })]);
}

async function change(tx: Transaction, actor: Deployment['actor'], before: HookRow, declared: Declared): Promise<void> {
  const definition = definitionOf(declared);
  if (isDeepStrictEqual(definition, before.definition) && declared.userId === before.actsAs) return;
  const hook = { ...before, definition, actsAs: declared.userId, updatedTs: new Date() };
  await replaceHook(tx, hook);
  const shown = ({ definition: given, actsAs }: HookRow) => ({ ...given, actAs: actsAs });
  await appendAudit(tx, actor, [auditedHook(hook, 'hook.update', shown(before), shown(hook))]);
}
