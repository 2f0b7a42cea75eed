import { afterAll, beforeAll, expect, test } from 'vitest';
import { bpmn, end, line, start, timer } from './support/bpmn.js';
import { eventually } from './support/eventually.js';
import { type Client, signInAdmin } from './support/http.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { configuration, deploy } from './support/sub-project.js';
import { execute, waitForState } from './support/workflows.js';

/**
 * Waits until the other runs have begun, also on a busy machine. Then n instances of a sub-process, each with a copy of a
 * text of 500,000 characters that is stored with the run: with n = 2000 more than the memory of the server.
 */
const copies = `<bpmn:subProcess id="copies">
  <bpmn:extensionElements>
    <zeebe:ioMapping><zeebe:input source="=otherDetails.text" target="copy" /></zeebe:ioMapping>
  </bpmn:extensionElements>
  <bpmn:multiInstanceLoopCharacteristics><bpmn:extensionElements>
    <zeebe:loopCharacteristics inputCollection="=for i in 1..otherDetails.n return i" outputCollection="counted" outputElement="=loopCounter" />
  </bpmn:extensionElements></bpmn:multiInstanceLoopCharacteristics>
  <bpmn:startEvent id="begin" /><bpmn:sequenceFlow id="begin_rest" sourceRef="begin" targetRef="rest" />
  <bpmn:intermediateCatchEvent id="rest">
    <bpmn:timerEventDefinition><bpmn:timeDuration>PT1S</bpmn:timeDuration></bpmn:timerEventDefinition>
  </bpmn:intermediateCatchEvent></bpmn:subProcess>`;
const files = {
  'hungry.bpmn': bpmn(
    'hungry',
    start() + timer('wait', 'PT5S') + copies + end() + line('start', 'wait', 'copies', 'end'),
  ),
};

let home: Home;
let server: ServerProcess;
let admin: Client;
async function begin(): Promise<void> {
  server = await startServerProcess(home, ['start']);
  admin = await signInAdmin(server.url);
}
beforeAll(async () => {
  home = await createHome({ MILLRACE_LOG_LEVEL: 'warn', NODE_OPTIONS: '--max-old-space-size=150' });
  await begin();
});
afterAll(async () => {
  await server?.stop();
  await home.remove();
});

test('a step that uses up the memory of the server ends it three times, then it is an incident; other runs go on', {
  timeout: 300_000,
}, async () => {
  const workflow = { key: 'hungry', name: 'Hungry', stages: ['stage_init'], file: 'hungry.bpmn' };
  const subProject = await deploy(admin, configuration({ workflows: [workflow], members: [] }), files);
  const text = 'x'.repeat(500_000);
  const run = async (n: number) => (await execute(admin, subProject, 'hungry', { otherDetails: { n, text } })).id;
  const detailOf = async (runId: string) =>
    (await admin.ok('getWorkflowRun', { subProjectId: subProject.id, runId })).detail;

  const hungry = await run(2000);
  const innocent = await Promise.all([1, 2, 3].map(() => run(2)));
  const hasEnded = () => server.child.exitCode !== null || server.child.signalCode !== null;
  const ask = async () => (await admin.ok('getWorkflowRun', { subProjectId: subProject.id, runId: hungry })).run.state;
  const askUnlessEnded = () => (hasEnded() ? 'ended' : ask().catch(() => undefined));
  /** The state of the run, or that the server has ended, also while it starts. */
  const outcome = () =>
    eventually(
      async () => askUnlessEnded(),
      (state) => state === 'ended' || state === 'FAILED',
      60_000,
    );
  let deaths = 0;
  for (let state = await outcome(); state === 'ended'; state = await begin().then(outcome, () => 'ended')) deaths += 1;
  expect(deaths).toBe(3);
  expect((await detailOf(hungry)).incidents).toMatchObject([{ kind: 'crash', elementId: 'wait', resolvedTs: null }]);
  for (const id of innocent)
    expect((await waitForState(admin, subProject.id, id, 'COMPLETED')).run.state).toBe('COMPLETED');

  const [incident] = (await detailOf(hungry)).incidents;
  const request = {
    subProjectId: subProject.id,
    runId: hungry,
    incidentId: incident?.id,
    variables: { otherDetails: { n: 3, text } },
  };
  await admin.ok('retryIncident', request);
  expect((await waitForState(admin, subProject.id, hungry, 'COMPLETED')).run.state).toBe('COMPLETED');
  expect((await detailOf(hungry)).variables).toMatchObject({ counted: [1, 2, 3] });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
