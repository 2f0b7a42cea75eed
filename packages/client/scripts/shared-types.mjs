// Interfaces for members that several requests or answers of the contract share. Used by write-operations.mjs.
import { operationList } from '@millrace/contract';
import { docs, memberTexts } from './schema-types.mjs';

/** Each with its description, an operation that has the members, and their names. The more members, the earlier in the list. */
const sharedRequests = [
  [
    'UploadRequest',
    'A request to upload a file.',
    'createSignedStorage',
    ['subProjectId', 'fileName', 'mimeType', 'pluginName'],
  ],
  [
    'JobRequest',
    'A request of a worker about a job that is leased to it.',
    'completeJob',
    ['subProjectId', 'jobKey', 'token'],
  ],
  ['PagingRequest', 'A request for a page of a list.', 'getClients', ['page', 'perPageCount']],
  ['FileRequest', 'A request about a file.', 'closeSignedStorage', ['subProjectId', 'fileId']],
  ['TaskRequest', 'A request about a human task.', 'releaseTask', ['subProjectId', 'taskId']],
  ['RunRequest', 'A request about a run.', 'getWorkflowRun', ['subProjectId', 'runId']],
  ['BulkOperationRequest', 'A request about a bulk update.', 'cancelBulkOperation', ['subProjectId', 'bulkId']],
  ['SubProjectRequest', 'A request about a sub-project.', 'getStuckRuns', ['subProjectId']],
];

const sharedResponses = [['PageResponse', 'A page of a list.', 'getClients', ['meta']]];

/** The members of an operation's request or answer by name, each as TypeScript with its doc comment. */
function membersOfOperation({ query, body, response }, context) {
  return memberTexts(context.isRequest ? (query ?? body) : response, context);
}

/** The shared interfaces of requests (`context.isRequest`) or answers, with their members as TypeScript. */
export function sharedTypes(context) {
  return (context.isRequest ? sharedRequests : sharedResponses).map(([name, description, id, names]) => {
    const operation = operationList.find((one) => one.id === id);
    const all = membersOfOperation(operation, context);
    return { name, description, members: new Map(names.map((member) => [member, all.get(member)])) };
  });
}

/**
 * The declaration of an interface. It inherits the members that shared interfaces have.
 *
 * @param members its members by name, as TypeScript
 */
export function interfaceOf(name, members, shared) {
  const own = new Map(members);
  const inherited = [];
  for (const base of shared) {
    if (![...base.members].every(([member, text]) => own.get(member) === text)) continue;
    inherited.push(base.name);
    for (const member of base.members.keys()) own.delete(member);
  }
  if (own.size === 0 && inherited.length > 0) return `export type ${name} = ${inherited.sort().join(' & ')};\n`;
  if (own.size === 0) return `export type ${name} = object;\n`;
  const extended = inherited.length > 0 ? ` extends ${inherited.sort().join(', ')}` : '';
  return `export interface ${name}${extended} {\n${[...own.values()].join('')}}\n`;
}

/** The declarations of shared interfaces. One may inherit those after it in the list. */
export const declarationsOf = (shared) =>
  shared.map(
    ({ name, description, members }, index) =>
      `${docs([description])}${interfaceOf(name, members, shared.slice(index + 1))}`,
  );
