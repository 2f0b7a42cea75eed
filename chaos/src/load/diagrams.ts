import type { Json } from '../support/json.js';
import {
  boundaryError,
  bpmn,
  call,
  catchMessage,
  end,
  error,
  exclusive,
  flow,
  line,
  message,
  parallel,
  sendMessage,
  service,
  start,
  timer,
  update,
  userTask,
} from './bpmn.js';

export const workflowKinds = ['approval', 'work', 'timed', 'message', 'echo'] as const;
export type WorkflowKind = (typeof workflowKinds)[number];

/** The type of the external jobs, and the BPMN error their worker throws. */
export const jobType = 'chaos-work';
export const errorCode = 'CHAOS';
export const messageName = 'chaos-go';

/** Leaves exactly one mark of the run in its process. A step that ran twice or not at all shows in both fields. */
const mark = (id: string): string =>
  update(id, '{count: process.fields.count + 1, marks: append(process.fields.marks, otherDetails.mark)}');

/**
 * The diagrams by file name. Each marks its process once on every path.
 *
 * @param recorderUrl where http jobs go
 */
export const diagrams = (recorderUrl: string): Readonly<Record<string, string>> => ({
  'approval.bpmn': bpmn('approval', [
    start,
    userTask('decide'),
    exclusive('decision', 'decision-refused'),
    mark('approved'),
    mark('refused'),
    end,
    line('start', 'decide', 'decision'),
    flow('decision', 'approved', '=approved'),
    flow('decision', 'refused'),
    line('approved', 'end'),
    line('refused', 'end'),
  ]),
  /** An external job, whose error is caught, parallel to an http job. */
  'work.bpmn': bpmn(
    'work',
    [
      start,
      parallel('split'),
      service('external', jobType, { inputs: { mark: '=otherDetails.mark', mode: '=otherDetails.mode' } }),
      boundaryError('caught', 'external', 'error'),
      exclusive('merge'),
      service('http', 'http', {
        headers: { url: recorderUrl, method: 'POST' },
        inputs: { body: '={mark: otherDetails.mark}' },
        retries: 50,
      }),
      parallel('join'),
      mark('mark'),
      end,
      line('start', 'split', 'external', 'merge', 'join', 'mark', 'end'),
      line('caught', 'merge'),
      line('split', 'http', 'join'),
    ],
    error('error', errorCode),
  ),
  'timed.bpmn': bpmn('timed', [
    start,
    timer('wait', 'PT0.7S'),
    call('call', 'child'),
    mark('mark'),
    end,
    line('start', 'wait', 'call', 'mark', 'end'),
  ]),
  'child.bpmn': bpmn('child', [
    start,
    update('count', '{calls: process.fields.calls + 1}'),
    timer('pause', 'PT0.3S'),
    end,
    line('start', 'count', 'pause', 'end'),
  ]),
  'message.bpmn': bpmn(
    'message',
    [start, catchMessage('go', 'went'), mark('mark'), end, line('start', 'go', 'mark', 'end')],
    message('went', messageName, '=otherDetails.mark'),
  ),
  /** Sends itself a message, which travels as a job of its own. */
  'echo.bpmn': bpmn(
    'echo',
    [
      start,
      parallel('split'),
      sendMessage('send', 'echoed'),
      catchMessage('receive', 'echoed'),
      parallel('join'),
      mark('mark'),
      end,
      line('start', 'split', 'send', 'join', 'mark', 'end'),
      line('split', 'receive', 'join'),
    ],
    message('echoed', 'chaos-echo', '=otherDetails.mark'),
  ),
});

/** The sub-project of the diagrams; http jobs may reach this machine. */
export const document = (files: readonly string[]): Json => ({
  name: 'Chaos',
  stages: [{ key: 'stage_init', name: 'Init', default: true }],
  states: { values: ['INIT'] },
  fields: {
    count: { type: 'number', default: 0 },
    calls: { type: 'number', default: 0 },
    seq: { type: 'number', default: 0 },
    marks: { type: 'array', items: { type: 'string' }, default: [] },
  },
  roles: [{ name: 'OWNER', read: true }],
  http: { allowPrivateAddresses: ['127.0.0.1'] },
  workflows: files.map((file) => ({
    key: file.replace('.bpmn', ''),
    name: file.replace('.bpmn', ''),
    stages: ['stage_init'],
    file,
  })),
});
