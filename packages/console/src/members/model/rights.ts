import type { Grant, OperationId } from '@millrace/contract';
import type { Role } from './given-roles.js';

/** Every right of a role, in the order in which the page shows them. The contract checks that none is missing. */
const order: Readonly<Record<Grant, number>> = {
  'process.read': 1,
  'process.create': 2,
  'process.update': 3,
  'process.delete': 4,
  'comment.read': 5,
  'comment.write': 6,
  'file.read': 7,
  'file.create': 8,
  'file.delete': 9,
  'workflow.read': 10,
  'workflow.call': 11,
  'workflow.operate': 12,
  'job.work': 13,
  'user.read': 14,
  'member.read': 15,
  'member.manage': 16,
  'audit.read': 17,
  'event.read': 18,
  'secret.manage': 19,
  'hook.manage': 20,
  'project.design': 21,
};

export const rights = (Object.keys(order) as Grant[]).toSorted((a, b) => order[a] - order[b]);

/** An operation that needs the right: what is asked about it is explained by means of it. */
const operations: Readonly<Record<Grant, OperationId>> = {
  'process.read': 'getProcess',
  'process.create': 'createProcess',
  'process.update': 'updateProcessField',
  'process.delete': 'deleteProcess',
  'comment.read': 'getComments',
  'comment.write': 'addComment',
  'file.read': 'listStorage',
  'file.create': 'attachFile',
  'file.delete': 'deleteStorage',
  'workflow.read': 'getWorkflowRuns',
  'workflow.call': 'executeWorkflow',
  'workflow.operate': 'getIncidents',
  'job.work': 'activateJobs',
  'user.read': 'getUsersForProcess',
  'member.read': 'getMembers',
  'member.manage': 'setMemberRoles',
  'audit.read': 'getAuditLogs',
  'event.read': 'getEvents',
  'secret.manage': 'getSecrets',
  'hook.manage': 'getInboundHooks',
  'project.design': 'getSubProjectConfiguration',
};

export const operationOf = (right: Grant): OperationId => operations[right];

/** The name under which the messages have a right: theirs have no dots. */
export const messageKey = (right: Grant): string => right.replace('.', '_');

/** What a role limits a right to: `*` is everything; undefined: it does not grant it. */
export const limitOf = ({ grants }: Role, right: Grant): readonly string[] | undefined =>
  (grants as Readonly<Record<string, readonly string[] | undefined>>)[right];

export const isEverything = (names: readonly string[]): boolean => names.includes('*');
