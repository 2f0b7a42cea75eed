import type { Static } from 'typebox';
import { optionalText, timeRange, timestamp } from './common.js';
import { Type } from './type.js';
import { incidentSchema } from './workflow.js';

const { id, elementId, kind, message, jobKey, createdTs, resolvedTs } = incidentSchema.properties;

const fingerprint = Type.String({
  description: 'The same for incidents of one kind and element whose messages differ only in ids, numbers and times',
});

/** An incident in a list, with what it belongs to. */
export const listedIncidentSchema = Type.Object(
  {
    id,
    runId: Type.String({ description: 'Id of the run' }),
    workflowId: Type.String({ description: 'Id of the workflow' }),
    workflowVersion: Type.String({ description: 'Version of the workflow that the run follows' }),
    processId: Type.String({ description: 'Id of the process that the run works on' }),
    elementId,
    kind,
    message,
    fingerprint,
    jobKey,
    createdTs,
    resolvedTs,
  },
  { title: 'ListedIncident', description: 'An incident and what it belongs to' },
);
export type ListedIncident = Static<typeof listedIncidentSchema>;

/** Incidents with one cause. */
export const incidentGroupSchema = Type.Object(
  {
    fingerprint,
    workflowId: Type.String({ description: 'Id of the workflow' }),
    elementId,
    kind,
    message: Type.String({
      description: 'What the messages have in common: <id>, <number>, <time> and <text> stand for what differs',
    }),
    count: Type.Integer({ description: 'Number of incidents' }),
    runCount: Type.Integer({ description: 'Number of runs that have them' }),
    firstTs: timestamp('When the oldest of them was raised'),
    lastTs: timestamp('When the newest of them was raised'),
    versions: Type.Array(Type.String(), { description: 'Versions of the workflow that the runs follow' }),
    newestRunId: Type.String({ description: 'Id of the run with the newest of them, as an example' }),
    newestIncidentId: Type.String({ description: 'Id of the newest of them' }),
  },
  { title: 'IncidentGroup', description: 'Incidents of one workflow with the same fingerprint' },
);
export type IncidentGroup = Static<typeof incidentGroupSchema>;

/** Which incidents a request is about. All conditions must be true. */
export const incidentQuery = {
  state: optionalText('OPEN (default), RESOLVED or ALL'),
  kind: optionalText('Return only incidents of these kinds, comma-separated, e.g. job,expression'),
  workflowId: optionalText('Return only incidents of runs of this workflow'),
  version: optionalText('Return only incidents of runs that follow this version. Requires workflowId'),
  elementId: optionalText('Return only incidents at this element of the diagram'),
  fingerprint: optionalText('Return only incidents with this fingerprint, from getIncidentGroups'),
  message: optionalText('Return only incidents whose message contains this text, in upper or lower case'),
  ...timeRange('created', 'raised'),
};
