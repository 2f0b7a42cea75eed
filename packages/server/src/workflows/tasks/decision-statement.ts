import { createHash } from 'node:crypto';
import { canonicalJson } from '../../audit/evidence/canonical-json.js';
import type { CheckedDecision, Decision } from './decision.js';

/**
 * What somebody decides and on what, as one canonical text (RFC 8785). It is kept in the audit row of the decision and costs no
 * statement. The fields are there as a hash: the process may be deleted, and the statement must not keep it.
 */
export function decisionStatement(
  { caller, subProject, vote }: Decision,
  { run, process, task, comment, command }: CheckedDecision,
  now: Date,
): string {
  const { signIn } = caller;
  const outcome = command.type === 'vote' ? command.outcome : command.approved ? 'approve' : 'reject';
  return canonicalJson({
    version: 1,
    subProjectId: subProject.id,
    run: { id: run.id, workflow: run.workflowKey, definitionId: run.definitionId },
    task: { id: task.id, elementId: task.elementId, name: task.name },
    process: {
      id: process.id,
      version: String(process.version),
      state: process.state,
      fieldsSha256: hashOf(process.fields),
    },
    decision: {
      outcome,
      reason: comment ?? null,
      enteredSha256: hashOf(command.variables),
      fileIds: [...(vote?.fileIds ?? [])],
    },
    person: {
      id: command.by,
      name: caller.principal.name,
      onBehalfOf: command.onBehalfOf ?? null,
    },
    signedIn:
      signIn === undefined
        ? null
        : {
            with: signIn.credential,
            method: signIn.method ?? null,
            factors: [...signIn.amr],
            at: signIn.authenticatedAt === undefined ? null : new Date(signIn.authenticatedAt).toISOString(),
          },
    at: now.toISOString(),
  });
}

const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
