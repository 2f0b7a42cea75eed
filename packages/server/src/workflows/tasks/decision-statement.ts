import { createHash } from 'node:crypto';
import type { NameSet } from '../../access/role.js';
import { canonicalJson } from '../../audit/evidence/canonical-json.js';
import { onlyVisible } from '../../processes/list/present-process.js';
import type { SignIn } from '../../use-case/caller.js';
import type { CheckedDecision, Decision, DecisionFile } from './decision.js';

/** What a statement says beside the decision. */
export interface StatementFacts {
  /** SHA-256 of the diagrams of the run by definition id, its own first. */
  readonly diagrams: ReadonlyMap<string, string>;
  readonly now: Date;
}

/**
 * What somebody decides and on what, as one canonical text (RFC 8785). It is kept in the audit row of the decision and costs no
 * statement. The fields are there as a hash: the process may be deleted, and the statement must not keep it.
 */
export function decisionStatement(
  { caller, subProject, vote }: Decision,
  { run, process, shown, task, comment, command }: CheckedDecision,
  { diagrams, now }: StatementFacts,
): string {
  const outcome = command.type === 'vote' ? command.outcome : command.approved ? 'approve' : 'reject';
  return canonicalJson({
    version: 2,
    subProjectId: subProject.id,
    run: {
      id: run.id,
      workflow: run.workflowKey,
      definitionId: run.definitionId,
      diagrams: [...diagrams].map(([definitionId, sha256]) => ({ definitionId, sha256 })),
    },
    task: { id: task.id, elementId: task.elementId, name: task.name },
    process: {
      id: process.id,
      version: String(process.version),
      state: process.state,
      fieldsSha256: hashOf(process.fields),
      shown: shownTo(shown, process.fields),
    },
    decision: {
      outcome,
      reason: comment ?? null,
      enteredSha256: hashOf(command.variables),
      files: (vote?.files ?? []).map(fileOf),
    },
    person: {
      id: command.by,
      name: caller.principal.name,
      onBehalfOf: command.onBehalfOf ?? null,
    },
    signedIn: caller.signIn === undefined ? null : signedIn(caller.signIn),
    at: now.toISOString(),
  });
}

/** What the person saw of the fields: null stands for every field. */
function shownTo(visible: NameSet, fields: Readonly<Record<string, unknown>>) {
  const seen = onlyVisible(fields, visible);
  return { fields: visible.all ? null : Object.keys(seen).sort(), sha256: hashOf(seen) };
}

/** A file without a SHA-256 says so. */
const fileOf = ({ id, fileName, size, sha256 }: DecisionFile) => ({ id, name: fileName, size, sha256: sha256 ?? null });

const signedIn = ({ credential, method, amr, authenticatedAt }: SignIn) => ({
  with: credential,
  method: method ?? null,
  factors: [...amr],
  at: authenticatedAt === undefined ? null : new Date(authenticatedAt).toISOString(),
});

const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
