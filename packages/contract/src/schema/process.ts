import type { Static } from 'typebox';
import { clockSummarySchema } from './clock-summary.js';
import { filterText, flag, jsonObject, list, model, text, texts, timestamp } from './common.js';
import { Type } from './type.js';

/** Filters of processes: with the sub-project among them. */
export const processFilterText = (description: string) =>
  filterText({ minLength: 1, maxLength: 65_536, description }, ['subProjectId_id']);

/** The filters of operations that count or stream the processes of getProcess. */
export const processFilters = processFilterText('JSON object of filters as in getProcess; subProjectId_id is required');

/** The latest change of a process, from the audit log (D20). */
export const lastChangeSchema = model(
  'LastChange',
  'The latest change of the process. Present with include=lastChange',
  {
    at: timestamp('When the change was made'),
    by: text('Id of the user who made it'),
    action: text('What was done, e.g. process.update'),
    traceId: text('Trace id of the request that made the change'),
  },
);

/** What the caller may do with one process. */
export const allowedSchema = model('AllowedOnProcess', 'What the caller may do with it. Present with include=allowed', {
  updates: texts('Names that the caller may update: fields, and state, priority and stageKey'),
  states: texts('States that the caller may change the process to'),
  workflows: texts('Ids of the workflows of its stage that the caller may execute on it'),
  delete: flag('Whether the caller may delete it'),
});
export type AllowedOnProcess = Static<typeof allowedSchema>;

export const processSchema = model('Process', 'A process', {
  id: text('Id of the process, a UUID'),
  createdTs: timestamp('When the process was created'),
  state: text('Lifecycle state, one of those the sub-project configures, e.g. INIT'),
  priority: text('Priority, one of those the sub-project configures, e.g. LOW or HIGH'),
  fields: jsonObject(
    'Dynamic fields by name, as the sub-project configures them; fields the caller may not see are left out',
  ),
  stageKey: Type.Optional(text('Key of the stage. Present with include=stageKey')),
  version: Type.Optional(
    text('Version of the process. Present with include=version. Send it as If-Match when updating'),
  ),
  updatedTs: Type.Optional(timestamp('When the process last changed. Present with include=updatedTs')),
  createdBy: Type.Optional(
    text('Id of the user who created the process. Present with include=createdBy, where it is known'),
  ),
  lastChange: Type.Optional(lastChangeSchema),
  allowed: Type.Optional(allowedSchema),
  clocks: Type.Optional(
    list(clockSummarySchema, 'Its clocks, the next that is due first. Present with include=clocks'),
  ),
});
export type Process = Static<typeof processSchema>;

export const userSchema = model('User', 'A user who can be assigned to a process', {
  id: text('Id of the user'),
  name: text('Full name'),
  email: text('E-mail address'),
  role: text('Role in the sub-project, e.g. OWNER, MANAGER or ASSIGNEE'),
});
export type User = Static<typeof userSchema>;
