import { INSTALLATION_ID, newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { type Actor, principalId } from '../../use-case/caller.js';
import type { SubProjectAction } from './sub-project-actions.js';

/** What a change is about. */
export type AuditSubject =
  | 'process'
  | 'run'
  | 'task'
  | 'incident'
  | 'delegation'
  | 'comment'
  | 'file'
  | 'storage'
  | 'subProject'
  | 'user'
  | 'client'
  | 'application'
  | 'group'
  | 'member'
  | 'invitation'
  | 'identityProvider'
  | 'scimToken'
  | 'audit'
  | 'bulk'
  | 'secret'
  | 'subscription'
  | 'installation'
  | 'hook';

interface AuditedChange {
  readonly subjectType: AuditSubject;
  readonly subjectId: string;
  /** The process that changed, or that what changed belongs to: the history of a process is one query. */
  readonly processId: string | null;
  /** Only the members that changed; never secrets. */
  readonly before: object | null;
  readonly after: object | null;
  /** Of a decision: what was decided, as canonical JSON for evidence. Only getEvidence shows it. */
  readonly statement?: string | undefined;
}

/** A change of the installation, like one of a user: no event tells of it. */
interface InstallationEntry extends AuditedChange {
  /** `<subject>.<verb>`, e.g. `user.update`. */
  readonly action: `${string}.${string}`;
  readonly subProjectId: null;
}

/** A command of a run: the run tells its events itself. */
interface RunEntry extends AuditedChange {
  readonly action: `${string}.${string}`;
  readonly subProjectId: string;
  readonly subjectType: 'run';
}

/** Any other change in a sub-project. Its action says which event tells of it. */
interface SubProjectEntry extends AuditedChange {
  readonly action: SubProjectAction;
  readonly subProjectId: string;
}

/** One row of the audit log. */
export type AuditEntry = InstallationEntry | RunEntry | SubProjectEntry;

/** Appends audit rows in the transaction of the change itself (D20): one statement however many rows. */
export async function appendAudit(tx: Transaction, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await tx.run(auditInsert(actor, entries));
}

/**
 * The statement of {@link appendAudit} for at least one row, to be made part of the statement that changes something.
 *
 * @param changed name of the query of that statement whose rows show that it changed something; default: it always does
 */
export function auditInsert(actor: Actor, entries: readonly AuditEntry[], changed?: string): Fragment {
  const createdTs = new Date();
  const rows = entries.map((entry) => ({
    id: newId(),
    sub_project_id: entry.subProjectId ?? INSTALLATION_ID,
    created_ts: createdTs,
    action: entry.action,
    subject_type: entry.subjectType,
    subject_id: entry.subjectId,
    process_id: entry.processId,
    by_id: principalId(actor.principal),
    by_name: actor.principal.name,
    trace_id: actor.traceId,
    before: entry.before,
    after: entry.after,
    statement: entry.statement ?? null,
  }));
  if (changed === undefined) {
    const stored = ({ before, after, ...row }: (typeof rows)[number]) => ({
      ...row,
      before: before === null ? null : sql.json(before),
      after: after === null ? null : sql.json(after),
    });
    return sql`insert into audit_log ${sql.rows(rows.map(stored))}`;
  }
  const columns = sql.join(
    Object.keys(rows[0] ?? {}).map((name) => sql.id(name)),
    sql`, `,
  );
  return sql`insert into audit_log (${columns}) select ${columns}
    from json_populate_recordset(null::audit_log, ${sql.json(rows)}::json) where exists (select from ${sql.id(changed)})`;
}
