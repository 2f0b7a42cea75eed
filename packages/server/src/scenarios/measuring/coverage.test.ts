import { expect, it } from 'vitest';
import {
  boundary,
  catching,
  choice,
  diagram,
  end,
  error,
  flow,
  message,
  on,
  service,
  signal,
  start,
  throwing,
  user,
} from '../../workflows/testing/diagram.js';
import { testSubProject } from '../test-sub-project.js';

const link = (name: string) => `<bpmn:linkEventDefinition name="${name}"/>`;
const container = (id: string, attributes: string, ...content: readonly string[]) =>
  `<bpmn:subProcess id="${id}"${attributes}>${content.join('')}</bpmn:subProcess>`;

const everything = diagram(
  'everything',
  message('M', 'paid', '="k"'),
  signal('S', 'closed'),
  error('E', 'BROKEN'),
  start(),
  '<bpmn:eventBasedGateway id="wait"/>',
  catching('paid', on.message('M')),
  catching('late', on.timer('P1D')),
  choice('merge', ''),
  throwing('jump', link('l')),
  catching('land', link('l')),
  container(
    'inner',
    '',
    start('is'),
    service('work', 'work'),
    end('ie'),
    flow('is work ie'),
    container(
      'event',
      ' triggeredByEvent="true"',
      start('es', on.signal('S')),
      user('extra'),
      end('ee'),
      flow('es extra ee'),
    ),
  ),
  boundary('broken', 'inner', on.error('E')),
  boundary('undo', 'inner', '<bpmn:compensateEventDefinition/>'),
  '<bpmn:task id="undone" isForCompensation="true"/><bpmn:association id="a" sourceRef="undo" targetRef="undone"/>',
  '<bpmn:receiveTask id="receive" messageRef="M"/>',
  throwing('compensate', '<bpmn:compensateEventDefinition/>'),
  end(),
  end('e2'),
  flow('s wait'),
  flow('wait paid merge'),
  flow('wait late merge jump'),
  flow('land inner receive compensate e'),
  flow('broken e2'),
)
  .replace(' default=""', '')
  .replace('<bpmn:startEvent id="es"', '<bpmn:startEvent id="es" isInterrupting="false"');

const scenarios = `
workflow: everything
scenarios:
  - name: With a message, an event sub-process and compensation
    steps:
      - message: { name: paid, correlationKey: k }
      - signal: closed
      - approve: extra
      - job: { element: work, complete: }
      - message: { name: paid, correlationKey: k }
      - expect: { status: COMPLETED, passed: [undone] }
  - name: With a timer and an error
    mocks: { work: { error: BROKEN } }
    steps:
      - wait: 1 day
      - expect: { status: COMPLETED }
`;

it('two scenarios reach every element that a run can pass', async () => {
  const document =
    'name: x\nstages: [{ key: s, default: true }]\nworkflows: [{ key: everything, name: E, stages: [s], file: e.bpmn }]\n';
  const report = await testSubProject({
    document,
    files: { 'e.bpmn': everything },
    scenarios: { 'e.test.yaml': scenarios },
  });
  expect(report.configurationErrors).toEqual([]);
  expect(report.errors).toEqual([]);
  expect(report.results.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  expect(report.coverage[0]?.uncovered).toEqual([]);
});
