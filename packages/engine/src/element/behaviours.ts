import type { Node, NodeKind } from '../model/node.js';
import type { Behaviour } from '../run/core/run.js';
import { adHocInstance, adHocSubProcess } from './ad-hoc.js';
import { callActivity } from './call-activity.js';
import { catchEvent, receiveTask, startEvent } from './catch-event.js';
import { eventSubProcess, process, subProcess } from './container.js';
import { decisionTask } from './decision-task.js';
import { eventGateway } from './event-gateway.js';
import { jobTask } from './job-task.js';
import { passThrough } from './pass-through.js';
import { scriptTask } from './script-task.js';
import { throwEvent } from './throw-event.js';
import { userTask } from './user-task.js';

/** The behaviour of every kind of node. A new kind without one does not compile. */
const behaviours: { readonly [K in NodeKind]: Behaviour<Extract<Node, { kind: K }>> } = {
  process,
  subProcess,
  eventSubProcess,
  adHocSubProcess,
  adHocInstance,
  callActivity,
  decisionTask,
  task: passThrough,
  jobTask,
  sendTask: throwEvent,
  scriptTask,
  userTask,
  receiveTask,
  exclusiveGateway: passThrough,
  parallelGateway: passThrough,
  inclusiveGateway: passThrough,
  complexGateway: passThrough,
  eventGateway,
  startEvent,
  catchEvent,
  throwEvent,
  endEvent: throwEvent,
  // Entered by its trigger only.
  boundaryEvent: passThrough,
};

export function behaviourOf(node: Node): Behaviour {
  return behaviours[node.kind];
}
