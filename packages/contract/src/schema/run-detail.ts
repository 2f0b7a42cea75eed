import type { Static } from 'typebox';
import { jsonObject } from './common.js';
import { Type } from './type.js';
import { incidentSchema, runJobSchema, runTimerSchema, runWaitSchema, taskSchema } from './workflow.js';

const activeElementSchema = Type.Object(
  {
    key: Type.Integer({ description: 'Number of the element instance within the run' }),
    elementId: Type.String({ description: 'Id of the element in the diagram' }),
    scopeKey: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Number of the enclosing element instance; null at the top level',
    }),
  },
  { title: 'ActiveElement', description: 'An element instance that holds a token' },
);

/** Everything an operator needs to know about a run. */
export const runDetailSchema = Type.Object(
  {
    workflowVersion: Type.String({ description: 'Version of the workflow that the run follows' }),
    variables: jsonObject('Variables of the run by name'),
    active: Type.Array(activeElementSchema, { description: 'Element instances that hold a token' }),
    tasks: Type.Array(taskSchema, { description: 'Open tasks' }),
    jobs: Type.Array(runJobSchema, { description: 'Jobs that are not finished' }),
    timers: Type.Array(runTimerSchema, { description: 'Timers that have not fired' }),
    waits: Type.Array(runWaitSchema, { description: 'Messages, signals and conditions that the run waits for' }),
    incidents: Type.Array(incidentSchema, { description: 'Incidents of the run, open and resolved' }),
  },
  { title: 'RunDetail', description: 'Variables and open work of a run' },
);
export type RunDetail = Static<typeof runDetailSchema>;
