import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createDocumentValidator } from '../sub-projects/document/validate-document.js';
import { testCaller } from '../testing/test-caller.js';
import {
  boundary,
  call,
  catching,
  choice,
  diagram,
  end,
  error,
  flow,
  fork,
  message,
  on,
  script,
  service,
  signal,
  start,
  throwing,
  update,
  user,
} from '../workflows/testing/diagram.js';
import {
  createWorkflowFixture,
  documentOf,
  type Who,
  type WorkflowFixture,
} from '../workflows/testing/workflow-fixture.js';
import type { Mocks } from './model/mock-schema.js';
import type { Actor, Scenario, ScenarioFile, ScenarioProcess, Step } from './model/scenario-schema.js';
import { wholeScenario } from './running/run-scenario.js';
import { runStep } from './running/run-step.js';
import { folderProject } from './simulator/folder-project.js';
import { newProcess } from './simulator/simulated-process.js';
import { SimulatedSubject } from './simulator/simulated-subject.js';
import { Simulator } from './simulator/simulator.js';
import { ServerSubject } from './testing/server-subject.js';
import type { Subject } from './view/subject.js';

/** Later than the real time: on the server nothing is due before the scenario says so. */
const NOW = Date.parse('2100-01-05T09:00:00Z');

const approval = diagram(
  'approval',
  start(),
  user('approve', { candidateGroups: '=["MANAGER"]' }, '=70'),
  choice('decide', 'decide-no'),
  update('yes', '={state: "APPROVED", notes: comment}'),
  update('no', '={state: "REJECTED"}'),
  end(),
  flow('s approve decide'),
  flow('decide yes', '=approved'),
  flow('decide no e'),
  flow('yes e'),
);

const nonInterrupting = (id: string, host: string, definition: string) =>
  boundary(id, host, definition).replace('<bpmn:boundaryEvent ', '<bpmn:boundaryEvent cancelActivity="false" ');

const cases: Readonly<Record<string, { diagrams: Readonly<Record<string, string>>; steps: string; fields?: object }>> =
  {
    'an approval with who may act, a refused request and a decision': {
      diagrams: { approval },
      steps: `
      - approve: { task: approve, as: LIMITED }
        refused: true
      - approve: { task: approve, as: ASSIGNEE }
        refused: true
      - approve: { task: approve, as: MANAGER, payload: { comment: fine } }
      - approve: approve
        refused: 1209`,
    },
    'a rejection that the diagram does not handle': {
      diagrams: {
        plain: diagram('plain', start(), user('t'), update('pay', '={state: "APPROVED"}'), end(), flow('s t pay e')),
      },
      steps: `
      - reject: { task: t, payload: { reason: late } }`,
    },
    'timers in their order: a reminder, then an escalation': {
      diagrams: {
        timers: diagram(
          'timers',
          start(),
          user('t'),
          nonInterrupting('remind', 't', on.cycle('R2/PT6H')),
          boundary('late', 't', on.timer('P1D')),
          update('note', '={notes: "reminded"}'),
          user('owner'),
          end(),
          end('e2'),
          flow('s t e'),
          flow('remind note e2'),
          flow('late owner e'),
        ),
      },
      steps: `
      - wait: 6 hours
      - wait: 5 hours 59 minutes
      - wait: 3 days
      - approve: owner`,
    },
    'jobs: completed, failed with an incident, an error that is caught': {
      diagrams: {
        jobs: diagram(
          'jobs',
          error('Err', 'NO_STOCK'),
          start(),
          service('pack', 'pack', { inputs: { amount: '=process.fields.amount' } }),
          service('ship', 'ship'),
          boundary('none', 'ship', on.error('Err')),
          user('ask'),
          end(),
          flow('s pack ship e'),
          flow('none ask e'),
        ),
      },
      fields: { amount: 12 },
      steps: `
      - job: { element: pack, fail: no box, retries: 0 }
      - retry: { element: pack, variables: { size: 2 } }
      - job: { element: pack, complete: { parcel: 7, list: [1, { a: null }] } }
      - job: { element: ship, error: { code: NO_STOCK, variables: { missing: 3 } } }
      - approve: ask`,
    },
    'an error that nothing catches, and cancelling': {
      diagrams: { uncaught: diagram('uncaught', start(), service('a', 'work-a'), end(), flow('s a e')) },
      steps: `
      - job: { element: a, error: UNKNOWN }
      - cancel: not needed`,
    },
    'messages: kept until a run waits, correlated by key, an unknown key': {
      diagrams: {
        orders: diagram(
          'orders',
          message('M1', 'parity-paid', '=process.fields.notes'),
          message('M2', 'parity-shipped', '=order'),
          start(),
          user('t'),
          catching('paid', on.message('M1')),
          catching('shipped', on.message('M2')),
          end(),
          flow('s t paid shipped e'),
        ),
      },
      fields: { notes: 'key-1' },
      steps: `
      - message: { name: parity-paid, correlationKey: key-1, variables: { order: '4711' }, outcome: buffered }
      - approve: t
      - message: { name: parity-shipped, correlationKey: other, outcome: buffered }
      - message: { name: parity-shipped, correlationKey: '4711', variables: { by: post }, outcome: correlated }`,
    },
    'signals and conditions reach the branches that wait': {
      diagrams: {
        branches: diagram(
          'branches',
          signal('S', 'parity-month'),
          start(),
          fork('f'),
          catching('closed', on.signal('S')),
          catching('large', on.condition('=process.fields.amount > 100')),
          user('t'),
          fork('j'),
          end(),
          flow('s f closed j'),
          flow('f large j'),
          flow('f t j e'),
        ),
      },
      fields: { amount: 1 },
      steps: `
      - signal: { name: parity-month, variables: { month: 1 } }
      - update: { amount: 50 }
      - update: { amount: 500, priority: HIGH }
      - approve: t`,
    },
    'a call, a script and several updates of the process in one transaction': {
      diagrams: {
        outer: diagram(
          'outer',
          start(),
          script('double', '=process.fields.amount * 2', 'doubled'),
          call('inner', 'inner'),
          update('first', '={amount: doubled}'),
          update('second', '={notes: string(process.fields.amount)}'),
          end(),
          flow('s double inner first second e'),
        ),
        inner: diagram('inner', start('is'), user('it'), end('ie'), flow('is it ie')),
      },
      fields: { amount: 21 },
      steps: `
      - approve: { task: it, payload: { fromInside: true } }`,
    },
    'an update that the document does not allow, and its retry': {
      diagrams: {
        forbidden: diagram('forbidden', start(), update('u', '={state: "APPROVED", amount: -1}'), end(), flow('s u e')),
      },
      steps: `
      - retry: u
      - update: { amount: 3 }
      - cancel:`,
    },
    'a run that throws a message and a signal, which start others': {
      diagrams: {
        thrower: diagram(
          'thrower',
          message('M', 'parity-begin', '="k"'),
          signal('S', 'parity-all'),
          start(),
          throwing('tell', on.message('M')),
          throwing('shout', on.signal('S')),
          user('t'),
          end(),
          flow('s tell shout t e'),
        ),
        bymessage: diagram(
          'bymessage',
          message('M', 'parity-begin'),
          start('ms', on.message('M')),
          user('mt'),
          end(),
          flow('ms mt e'),
        ),
        bysignal: diagram(
          'bysignal',
          signal('S', 'parity-all'),
          start('ss', on.signal('S')),
          user('st'),
          end(),
          flow('ss st e'),
        ),
      },
      steps: `
      - expect: { runs: [thrower, bymessage, bysignal] }
      - { approve: mt, run: bymessage }
      - { reject: st, run: bysignal }
      - approve: t`,
    },
    'a gateway without a way out, and a variable that mends it': {
      diagrams: {
        stuck: diagram(
          'stuck',
          start(),
          choice('g', ''),
          update('u', '={notes: "ok"}'),
          end(),
          flow('s g'),
          flow('g u', '=go = true'),
          flow('u e'),
        ).replace(' default=""', ''),
      },
      steps: `
      - retry: g
      - retry: { element: g, variables: { go: true } }`,
    },
    'events that are published, and one without a name': {
      diagrams: {
        tells: diagram(
          'tells',
          start(),
          service('tell', 'event', { inputs: { name: '="order.made"', data: '={amount: process.fields.amount}' } }),
          service('nameless', 'event', { inputs: { data: '=1' } }),
          end(),
          flow('s tell nameless e'),
        ),
      },
      fields: { amount: 5 },
      steps: `
      - expect: { status: FAILED, events: [{ element: tell, name: order.made, data: { amount: 5 } }] }
      - retry: nameless`,
    },
    'a loop that updates the process more often than one transaction may': {
      diagrams: {
        loop: diagram(
          'loop',
          start(),
          choice('again', 'again-e'),
          update('count', '={amount: process.fields.amount + 1}'),
          end(),
          flow('s again'),
          flow('again count', '=process.fields.amount < 60'),
          flow('count again'),
          flow('again e'),
        ),
      },
      fields: { amount: 0 },
      steps: `
      - expect: { status: COMPLETED, process: { fields: { amount: 60 } } }`,
    },
  };

const filesOf = (diagrams: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(diagrams).map(([key, bpmn]) => [`${key}.bpmn`, bpmn]));

/** Who may act is asked of a server by acting. */
const withoutActors = (step: Step): Step => {
  const tasks = step.expect?.tasks?.map((task) =>
    typeof task === 'string' ? task : (({ mayAct: _, mayNotAct: __, ...rest }) => rest)(task),
  );
  return tasks === undefined ? step : { ...step, expect: { ...step.expect, tasks } };
};

describe('a scenario shows the same on the simulator as on a server', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { approval } });
  });
  afterAll(() => fixture.drop());

  const simulated = async (
    document: object,
    files: Readonly<Record<string, string>>,
    given: ScenarioProcess,
    mocks: Mocks = {},
  ): Promise<Subject> => {
    const { valid, errors } = await createDocumentValidator()(document, files);
    if (valid === undefined) throw new Error(JSON.stringify(errors));
    const project = await folderProject(valid);
    const process = newProcess(project.subProject, given, NOW);
    return new SimulatedSubject(new Simulator(project, { now: NOW, process, mocks }));
  };

  const observe = async (subject: Subject) => {
    const runs = await subject.runs();
    return {
      runs,
      process: await subject.process(),
      views: await Promise.all([undefined, ...runs.slice(1)].map((run) => subject.view(run))),
    };
  };

  /** Takes the steps on both, which must show the same after each. */
  const compare = async (
    server: ServerSubject,
    simulator: Subject,
    scenario: Pick<Scenario, 'start' | 'steps'> & { readonly workflow: string },
  ) => {
    const { workflow, start: begin = {}, steps } = scenario;
    const otherDetails = begin.otherDetails ?? {};
    for (const subject of [server, simulator]) await subject.start(workflow, { otherDetails });
    expect(await observe(simulator)).toEqual(await observe(server));
    for (const step of steps) {
      const mismatches = [await runStep(server, withoutActors(step)), await runStep(simulator, step)];
      expect(mismatches, JSON.stringify(step)).toEqual([[], []]);
      expect(await observe(simulator), JSON.stringify(step)).toEqual(await observe(server));
      expect(simulator.now()).toBe(server.now());
    }
    await server.end();
  };

  it.each(Object.entries(cases))('%s', async (_, { diagrams, steps, fields = {} }) => {
    await fixture.deploy(diagrams);
    const { subProjectId, workflowId } = fixture;
    const caller = (as: Actor | undefined) => fixture.caller(typeof as === 'string' ? (as as Who) : 'ADMIN');
    const target = { fixture, subProjectId, workflowId, caller, stageKey: 'stage_init', mocks: {} };
    const server = await ServerSubject.create(target, fields, NOW);
    const simulator = await simulated(
      documentOf(Object.keys(diagrams), (who) => who),
      filesOf(diagrams),
      { fields: { ...fields } },
    );
    const [workflow = ''] = Object.keys(diagrams);
    await compare(server, simulator, { workflow, start: { otherDetails: { by: 'test' } }, steps: parse(steps) });
  });

  describe('the patterns of the guide', async () => {
    const folder = new URL('../../../../examples/workflow-patterns/', import.meta.url);
    const texts = (pattern: RegExp) =>
      readdirSync(folder)
        .filter((name) => pattern.test(name))
        .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const);
    const document = parse(readFileSync(new URL('sub-project.yaml', folder), 'utf8'));
    const files = Object.fromEntries(texts(/\.bpmn$/));
    const scenarios = texts(/\.test\.yaml$/).flatMap(([name, text]) => {
      const file: ScenarioFile = parse(text);
      return file.scenarios.map((one) => [`${name}: ${one.name}`, wholeScenario(file, one)] as const);
    });
    // The test has no web service, and no clock of its own for attempts that are repeated.
    const ofServer = scenarios.filter(([name]) => !name.startsWith('http-enrichment'));
    const subProjectId = '01900000-0000-7000-8000-00000000e001';
    const checkers = ['01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000b2'];
    const ids = new Map<string, string>();

    beforeAll(async () => {
      for (const id of checkers) {
        await fixture.db`insert into users (id, name, email, kind, administrator, created_ts)
          values (${id}, ${id}, ${`${id}@example.com`}, 'person', false, now())`;
      }
      const members = [
        { user: fixture.userId('OWNER'), roles: ['OWNER'] },
        ...[fixture.userId('MANAGER'), ...checkers].map((user) => ({ user, roles: ['MANAGER'] })),
      ];
      const deployed = await fixture.useCases.deploySubProject(fixture.caller('ADMIN'), {
        subProjectId,
        document: JSON.stringify({ ...document, members }),
        files,
      });
      for (const { key, id } of deployed.workflows) ids.set(key, id);
    });

    const caller = (as: Actor | undefined) => {
      if (as === undefined) return fixture.caller('ADMIN');
      if (typeof as === 'string') return fixture.caller(as as Who);
      const userId = checkers.includes(as.user) ? as.user : fixture.userId('MANAGER');
      return testCaller(fixture.db, { userId, clientId: as.user });
    };

    it.each(ofServer)('%s', async (_, scenario) => {
      const workflowId = (key: string) => ids.get(key) ?? '';
      const { mocks, process } = scenario;
      const target = { fixture, subProjectId, workflowId, caller, stageKey: 'stage_work', mocks };
      const server = await ServerSubject.create(target, { ...process.fields }, NOW);
      await compare(server, await simulated(document, files, process, mocks), scenario);
    });
  });
});
