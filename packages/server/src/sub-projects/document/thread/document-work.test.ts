import { describe, expect, it } from 'vitest';
import { type ThreadLimit, ThreadLimitReached } from '../../../kernel/threads/thread-pool.js';
import { type DocumentAnswer, type DocumentJob, doDocumentJob } from './document-jobs.js';
import { documentWorkBy, documentWorkHere } from './document-work.js';

/** Threads that copy jobs and answers as real ones do. */
const copying = documentWorkBy({
  run: async (job: DocumentJob): Promise<DocumentAnswer> => structuredClone(await doDocumentJob(structuredClone(job))),
  close: async () => undefined,
});
const here = documentWorkHere();

const bpmn = `<?xml version="1.0"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d"
  targetNamespace="urn:test"><bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="s"/><bpmn:endEvent id="e"/>
  <bpmn:sequenceFlow id="f" sourceRef="s" targetRef="e"/></bpmn:process></bpmn:definitions>`;
const document = `name: Test
stages: [{ key: one }]
roles: [{ name: R, read: true }]
storage:
  plugins:
    - first
    - second
members:
  - { user: ann, roles: [R] }
  - { user: bob, roles: [R] }
workflows: [{ key: w, name: W, stages: [one], file: w.bpmn }]
`;

describe('work of threads', () => {
  it('gives the validation that this thread would give, with the places of what is checked later', async () => {
    const [validation, expected] = await Promise.all(
      [copying, here].map((work) => work.validate(document, { 'w.bpmn': bpmn })),
    );
    const { placeOf, ...rest } = validation ?? { placeOf: () => undefined };
    const { placeOf: expectedPlace, ...expectedRest } = expected ?? { placeOf: () => undefined };
    expect(rest).toEqual(expectedRest);
    expect(rest).toMatchObject({ errors: [], valid: { workflows: [{ processId: 'p' }] } });
    for (const pointer of ['/members/1/user', '/storage/plugins/0', '/storage/plugins/1']) {
      expect(placeOf(pointer)).toEqual(expectedPlace(pointer));
    }
    expect(placeOf('/members/1/user')).toMatchObject({ line: 10 });
  });

  it('gives errors with their lines', async () => {
    const broken = document.replace('name: R', 'name: S');
    const [validation, expected] = await Promise.all([copying, here].map((work) => work.validate(broken, {})));
    expect(validation?.errors).toEqual(expected?.errors);
    expect(validation?.valid).toBeUndefined();
    expect(validation?.errors[0]).toMatchObject({ path: '/members/0/roles/0', line: 9 });
  });

  it('gives models that work, and what is wrong with a diagram', async () => {
    const { models, report } = await copying.compile(bpmn);
    expect(models[0]).toMatchObject({ processId: 'p', hasNoneStart: true });
    expect(models[0]?.nodeById.get('e')?.kind).toBe('endEvent');
    expect(report.errors).toEqual([]);
    expect(await copying.compile('<no')).toMatchObject({ models: [], report: { errors: [{ code: 'bad-xml' }] } });
  });
});

describe('limits of threads', () => {
  const reaching = (limit: ThreadLimit) =>
    documentWorkBy({ run: () => Promise.reject(new ThreadLimitReached(limit)), close: async () => undefined });

  it.each<[ThreadLimit, number, RegExp]>([
    ['time', 1232, /needs more than 30 seconds and was stopped\. Deploy smaller diagrams/],
    ['memory', 1232, /needs more than 512 MiB of memory and was stopped/],
    ['queue', 1010, /Too many configurations and diagrams wait.*Try again/],
  ])('%s: a deployment is refused with %i', async (limit, id, detail) => {
    await expect(reaching(limit).validate(document, {})).rejects.toMatchObject({
      id,
      detail: expect.stringMatching(detail),
    });
  });

  it.each<ThreadLimit>(['time', 'memory', 'queue'])(
    '%s: a run that needs the diagram is told to wait',
    async (limit) => {
      await expect(reaching(limit).compile(bpmn)).rejects.toMatchObject({ id: 1010 });
    },
  );

  it('other errors stay what they are', async () => {
    const work = documentWorkBy({ run: () => Promise.reject(new TypeError('no')), close: async () => undefined });
    await expect(work.validate(document, {})).rejects.toThrow(new TypeError('no'));
  });
});
