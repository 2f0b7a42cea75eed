import type { Static } from 'typebox';
import { integer, model, queryText, text, texts, timeRange, timestamp } from './common.js';
import { wordOrEmpty } from './text-form.js';
import { Type } from './type.js';
import { incidentSchema } from './workflow.js';

const { id, elementId, kind, message, jobKey, createdTs, resolvedTs } = incidentSchema.properties;

const fingerprint = text(
  'The same for incidents of one kind and element whose messages differ only in ids, numbers and times',
);

/** An incident in a list, with what it belongs to. */
export const listedIncidentSchema = model('ListedIncident', 'An incident and what it belongs to', {
  id,
  runId: text('Id of the run'),
  workflowId: text('Id of the workflow'),
  workflowVersion: text('Version of the workflow that the run follows'),
  processId: text('Id of the process that the run works on'),
  elementId,
  kind,
  message,
  fingerprint,
  jobKey,
  createdTs,
  resolvedTs,
});
export type ListedIncident = Static<typeof listedIncidentSchema>;

/** Incidents with one cause. */
export const incidentGroupSchema = model('IncidentGroup', 'Incidents of one workflow with the same fingerprint', {
  fingerprint,
  workflowId: text('Id of the workflow'),
  elementId,
  kind,
  message: text('What the messages have in common: <id>, <number>, <time> and <text> stand for what differs'),
  count: integer('Number of incidents'),
  runCount: integer('Number of runs that have them'),
  firstTs: timestamp('When the oldest of them was raised'),
  lastTs: timestamp('When the newest of them was raised'),
  versions: texts('Versions of the workflow that the runs follow'),
  newestRunId: text('Id of the run with the newest of them, as an example'),
  newestIncidentId: text('Id of the newest of them'),
});
export type IncidentGroup = Static<typeof incidentGroupSchema>;

/** Which incidents a request is about. All conditions must be true. */
export const incidentQuery = {
  state: Type.Optional(wordOrEmpty(['OPEN', 'RESOLVED', 'ALL'], 'OPEN (default), RESOLVED or ALL')),
  kind: queryText('Return only incidents of these kinds, comma-separated, e.g. job,expression'),
  workflowId: queryText('Return only incidents of runs of this workflow'),
  version: queryText('Return only incidents of runs that follow this version. Requires workflowId'),
  elementId: queryText('Return only incidents at this element of the diagram'),
  fingerprint: queryText('Return only incidents with this fingerprint, from getIncidentGroups'),
  message: queryText('Return only incidents whose message contains this text, in upper or lower case'),
  ...timeRange('created', 'raised'),
};
