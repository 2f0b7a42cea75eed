import type { Static } from 'typebox';
import { integer, jsonObject, list, model, orNull, text } from './common.js';
import { Type } from './type.js';
import { incidentSchema, runJobSchema, runTimerSchema, runWaitSchema, taskSchema } from './workflow.js';

const activeElementSchema = model('ActiveElement', 'An element instance that holds a token', {
  key: integer('Number of the element instance within the run'),
  elementId: text('Id of the element in the diagram'),
  scopeKey: orNull(Type.Integer(), 'Number of the enclosing element instance; null at the top level'),
});

/** Everything an operator needs to know about a run. */
export const runDetailSchema = model('RunDetail', 'Variables and open work of a run', {
  workflowVersion: text('Version of the workflow that the run follows'),
  variables: jsonObject('Variables of the run by name'),
  active: list(activeElementSchema, 'Element instances that hold a token'),
  tasks: list(taskSchema, 'Open tasks'),
  jobs: list(runJobSchema, 'Jobs that are not finished'),
  timers: list(runTimerSchema, 'Timers that have not fired'),
  waits: list(runWaitSchema, 'Messages, signals and conditions that the run waits for'),
  incidents: list(incidentSchema, 'Incidents of the run, open and resolved'),
});
export type RunDetail = Static<typeof runDetailSchema>;
