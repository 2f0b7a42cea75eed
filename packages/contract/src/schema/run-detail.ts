import { type Static, Type } from 'typebox';
import { jsonObject } from './common.js';
import { incidentSchema, runJobSchema, runTimerSchema, runWaitSchema, taskSchema } from './workflow.js';

/** Where the tokens of a run stand. */
const activeElementSchema = Type.Object({
  key: Type.Integer({ description: 'Element instance' }),
  elementId: Type.String(),
  scopeKey: Type.Union([Type.Integer(), Type.Null()]),
});

/** Everything an operator needs to know about a run. */
export const runDetailSchema = Type.Object(
  {
    workflowVersion: Type.String(),
    variables: jsonObject('Variables of the run'),
    active: Type.Array(activeElementSchema),
    tasks: Type.Array(taskSchema),
    jobs: Type.Array(runJobSchema),
    timers: Type.Array(runTimerSchema),
    waits: Type.Array(runWaitSchema),
    incidents: Type.Array(incidentSchema),
  },
  { title: 'RunDetail' },
);
export type RunDetail = Static<typeof runDetailSchema>;
