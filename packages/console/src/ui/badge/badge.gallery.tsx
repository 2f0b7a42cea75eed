import { Sample } from '../gallery/sample.js';
import { Badge, Count } from './badge.js';
import { Priority } from './priority.js';
import { RunState, type RunStateName } from './run-state.js';

const states: readonly RunStateName[] = ['RACING', 'PAUSED', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED'];

export const badges = () => (
  <>
    <Sample name="In rows">
      {states.map((state) => (
        <RunState key={state} state={state} />
      ))}
    </Sample>
    <Sample name="In headers">
      {states.map((state) => (
        <RunState key={state} state={state} isPill />
      ))}
    </Sample>
    <Sample name="Badges">
      <Badge>version 2</Badge>
      <Badge tone="accent">Draft</Badge>
      <Badge tone="waiting">1 finding</Badge>
      <Badge tone="failed">3 overdue</Badge>
      <Count value={12} />
      <Count value={37} isBad />
    </Sample>
    <Sample name="Priority">
      <Priority rank={4}>Urgent</Priority>
      <Priority rank={3}>High</Priority>
      <Priority rank={2}>Medium</Priority>
      <Priority rank={1}>Low</Priority>
    </Sample>
  </>
);
