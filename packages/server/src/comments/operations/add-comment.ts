import { operations } from '@millrace/contract';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { invalidValue, notFound } from '../../kernel/errors/request-errors.js';
import { fileNotFound } from '../../kernel/errors/storage-errors.js';
import { isUuid, newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { findComment, insertComment } from '../records/write-comment.js';
import { auditComment } from '../rules/audit-comment.js';
import { checkMentions } from '../rules/check-mentions.js';
import type { CommentDeps, CommentSubject } from '../rules/comment-deps.js';
import { readText } from '../rules/comment-text.js';

/**
 * addComment: a comment on a process that the caller covers. Whom it mentions, the task, the run, the comment it replies to
 * and its files must all belong to that process.
 */
export const addComment =
  (deps: CommentDeps): UseCase<'addComment'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operations.addComment);
    const { principal } = caller;
    if (principal.kind === 'system') throw new Error('the system writes no comments');
    return caller.write(async (tx) => {
      const { process } = await enterProcess(tx, subProject, access, request.processId, {
        unknown: { id: errorIds.processNotFound },
        outside: errorIds.outsideRowFilter,
        lock: 'keep',
      });
      const { body, mentions } = readText(request.body);
      const subject = {
        subProjectId: subProject.id,
        processId: process.id,
        taskId: named(request.taskId),
        runId: named(request.runId),
      };
      await requireSubject(tx, deps, subject);
      const parentId = named(request.parentId);
      if (parentId !== undefined) await requireParent(tx, subject, parentId);
      await checkMentions(tx, subProject, process.id, mentions);
      const fileIds = [...new Set((request.fileIds ?? []).map((id) => id.toLowerCase()))];
      const [refused] = await deps.attachFiles(tx, { subProject, processId: process.id, fileIds, by: principal });
      if (refused !== undefined) throw fileNotFound(refused);
      const about = {
        taskId: subject.taskId ?? null,
        runId: subject.runId ?? null,
        parentId: parentId ?? null,
        mentions,
        fileIds,
      };
      const comment = {
        id: newId(),
        processId: process.id,
        authorId: principal.userId,
        createdTs: new Date(),
        ...about,
      };
      await insertComment(tx, { ...comment, subProjectId: subProject.id, body });
      await auditComment(tx, caller, {
        action: 'comment.add',
        subProjectId: subProject.id,
        comment,
        after: withoutNothing(about),
      });
      return {
        id: comment.id,
        status: 'success',
        message: 'Comment added.',
        version: '1',
        createdTs: comment.createdTs.toISOString(),
      };
    });
  };

const named = (id: string | undefined): string | undefined => (id === undefined || id === '' ? undefined : id);

async function requireSubject(tx: Transaction, deps: CommentDeps, subject: CommentSubject): Promise<void> {
  const { taskId, runId } = subject;
  if (taskId === undefined && runId === undefined) return;
  if (taskId !== undefined && !isUuid(taskId)) throw notFound('task', taskId, ' of this process');
  if (runId !== undefined && !isUuid(runId)) throw notFound('run', runId, ' of this process');
  const found = await deps.belongTo(tx, subject);
  if (taskId !== undefined && !found.task) throw notFound('task', taskId, ' of this process');
  if (runId !== undefined && !found.run) throw notFound('run', runId, ' of this process');
}

async function requireParent(tx: Transaction, { subProjectId, processId }: CommentSubject, parentId: string) {
  const parent = await findComment(tx, subProjectId, parentId, { lock: false });
  if (parent === undefined || parent.processId !== processId) {
    throw notFound('comment', parentId, ' on this process');
  }
  if (parent.body !== null) return;
  const detail = 'The comment that it replies to was deleted.';
  throw invalidValue(detail, [{ pointer: '/parentId', detail }]);
}

const withoutNothing = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && !isEmpty(value)));

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
