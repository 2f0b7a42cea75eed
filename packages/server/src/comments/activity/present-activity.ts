import type { operations, ResponseOf } from '@millrace/contract';
import type { ListedAuditLog } from '../../audit/records/list-audit-logs.js';
import { kindOf } from '../records/audited-kinds.js';
import type { CommentRow } from '../records/comment-row.js';
import { type CommentReader, presentComment } from '../rules/present-comment.js';

/** An entry on the wire. */
export type Activity = ResponseOf<typeof operations.getProcessActivity>['activity'][number];

type Members = Readonly<Record<string, unknown>>;

/** What entries show beside their own rows, by id. */
export interface ActivityNames {
  readonly tasks: ReadonlyMap<string, string>;
  /** Names of the workflows of runs. */
  readonly workflows: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
  /** Names of people. */
  readonly people: Readonly<Record<string, string>>;
}

/** A comment as an entry. */
export const presentCommentEntry = (
  comment: CommentRow,
  reader: CommentReader,
  { people }: ActivityNames,
): Activity => ({
  id: comment.id,
  kind: 'comment',
  action: 'comment.add',
  at: comment.createdTs.toISOString(),
  by: { id: comment.authorId, name: people[comment.authorId] ?? comment.authorId },
  traceId: null,
  comment: presentComment(comment, reader),
});

/** A row of the audit log as an entry. `log` has no members but those that the caller may see. */
export function presentAuditEntry(log: ListedAuditLog, names: ActivityNames): Activity {
  const kind = kindOf(log);
  const entry = {
    id: log.id,
    kind,
    action: log.action,
    at: log.createdTs.toISOString(),
    by: { id: log.byId, name: log.byName },
    traceId: log.traceId,
  };
  const { tasks, files, workflows } = names;
  const run = { runId: log.subjectId, workflow: workflows.get(log.subjectId) ?? null };
  switch (kind) {
    case 'change':
      return { ...entry, changes: changesOf(log.before ?? {}, log.after ?? {}) };
    case 'decision': {
      const taskId = taskIdOf(log) ?? '';
      const { after } = log;
      const person = textOf(after, 'onBehalfOf');
      const about = {
        ...run,
        taskId,
        task: tasks.get(taskId) ?? null,
        ...(person === null ? {} : { onBehalfOf: person }),
      };
      if (log.action === 'run.vote') {
        const vote = voteOf(after ?? {});
        return vote === undefined ? entry : { ...entry, decision: { ...about, ...vote } };
      }
      const decision = { approved: after?.approved === true, comment: textOf(after, 'comment') };
      return { ...entry, decision: { ...about, ...decision } };
    }
    case 'run':
      return { ...entry, run: { ...run, before: textOf(log.before, 'state'), state: textOf(log.after, 'state') } };
    case 'task': {
      const task = tasks.get(log.subjectId) ?? null;
      return { ...entry, task: { taskId: log.subjectId, task, assignee: textOf(log.after, 'assignee') } };
    }
    case 'file':
      return { ...entry, file: { fileId: log.subjectId, fileName: files.get(log.subjectId) ?? null } };
  }
}

type AuditedVote = NonNullable<NonNullable<Activity['decision']>['vote']>;

/** What an audit row says of a vote; undefined where a hidden field has the name of one of its members. */
function voteOf(after: Members) {
  const { outcome, result, approvals, rejections, quorum } = after as Partial<AuditedVote>;
  if (outcome === undefined || result === undefined) return undefined;
  if (approvals === undefined || rejections === undefined || quorum === undefined) return undefined;
  const vote = { outcome, result, approvals, rejections, quorum };
  return { approved: outcome === 'approve', comment: textOf(after, 'reason'), vote };
}

/** The task that a row is about. */
export const taskIdOf = (log: ListedAuditLog): string | undefined =>
  log.subjectType === 'task' ? log.subjectId : (textOf(log.after, 'taskId') ?? undefined);

const HEAD = ['state', 'priority', 'stageKey'];

/** Changed members one by one: those of the process itself, then its fields. */
function changesOf(before: Members, after: Members): NonNullable<Activity['changes']> {
  const head = HEAD.filter((name) => name in before || name in after).map((name) => change(name, name, before, after));
  const was = membersOf(before.fields);
  const became = membersOf(after.fields);
  const fields = [...new Set([...Object.keys(became), ...Object.keys(was)])];
  return [...head, ...fields.map((name) => change(`fields.${name}`, name, was, became))];
}

const change = (name: string, member: string, before: Members, after: Members) => ({
  name,
  before: (Object.hasOwn(before, member) ? before[member] : null) ?? null,
  after: (Object.hasOwn(after, member) ? after[member] : null) ?? null,
});

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

function textOf(members: Members | null, name: string): string | null {
  const value = members?.[name];
  return typeof value === 'string' ? value : null;
}
