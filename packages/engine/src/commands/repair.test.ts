import { expect, test } from 'vitest';
import * as b from '../testing/bpmn.js';
import { compileOk, Driver } from '../testing/driver.js';

test('[FIX-1] retryIncident does again what failed, with variables', async () => {
  const xml = b.diagram(
    b.start(),
    b.service('j', 'j', b.io({}, { r: '= if ok then 1 else [1..2]' })),
    b.end(),
    b.flow('s j e'),
  );
  const run = await Driver.started(xml);
  run.job('j', { a: 1 });
  expect(run.open).toEqual(['incident j']);
  run.retry('j');
  expect(run.open).toEqual(['incident j']);
  run.retry('j', { variables: { ok: true } });
  expect(run.status).toBe('COMPLETED');
  expect(run.of('createJob')).toHaveLength(1);
  expect(run.variables).toMatchObject({ r: 1 });
});

test('[FIX-11] a retry with variables evaluates the input mappings again, but for targets that it corrects itself', async () => {
  const xml = b.diagram(b.start(), b.service('j', 'j', b.io({ a: '= limit', b: '= limit' })), b.end(), b.flow('s j e'));
  const run = await Driver.started(xml, { limit: 1 });
  run.failJob('j').retry('j').failJob('j');
  run.retry('j', { variables: { limit: 2 } }).failJob('j');
  run.retry('j', { variables: { limit: 3, a: 7 } });
  expect(run.of('createJob').map(({ input }) => input)).toEqual([
    { a: 1, b: 1 },
    { a: 1, b: 1 },
    { a: 2, b: 2 },
    { a: 7, b: 3 },
  ]);
  expect(run.variables).toEqual({ limit: 3 });
});

test('[FIX-11] what a start listener set stays, and a mapping that fails on a retry is an incident', async () => {
  const listener = b.listen(['start', 'prepare']);
  const run = await Driver.started(
    b.diagram(b.start(), b.service('j', 'j', b.io({ a: '= limit' }), listener), b.end(), b.flow('s j e')),
    { limit: 1 },
  );
  run.job('j', { a: 5 });
  run.failJob('j').retry('j', { variables: { limit: 2 } });
  expect(run.of('createJob').at(-1)?.input).toEqual({ a: 5 });
  const broken = await Driver.started(
    b.diagram(
      b.start(),
      b.service('j', 'j', b.io({ a: '= if limit = 3 then [1..2] else limit' })),
      b.end(),
      b.flow('s j e'),
    ),
    { limit: 2 },
  );
  broken.failJob('j').retry('j', { variables: { limit: 3 } });
  expect(broken.open).toEqual(['incident j']);
  broken.retry('j', { variables: { limit: 1 } });
  expect(broken.of('createJob').at(-1)?.input).toEqual({ a: 1 });
});

test('[FIX-1] an incident in the completion of a sub-process', async () => {
  const inner = b.sub(
    'x',
    b.ext(b.io({}, { r: '= if ok then 1 else [1..2]' })),
    b.start('xs'),
    b.end('xe'),
    b.flow('xs xe'),
  );
  const run = await Driver.started(b.diagram(b.start(), inner, b.end(), b.flow('s x e')));
  expect(run.open).toEqual(['incident x']);
  expect(run.retry('x', { variables: { ok: true } }).status).toBe('COMPLETED');
});

test('[FIX-2] setVariables sets each where it is, from the scope outwards, or all on the scope itself', async () => {
  const inner = b.sub('x', b.ext(b.io({ local: '= 1' })), b.start('xs'), b.user('u'), b.flow('xs u'));
  const run = await Driver.started(b.diagram(b.start(), inner, b.flow('s x')));
  run.do({ type: 'setVariables', variables: { a: 1 } });
  const scopeKey = run.state.items.find((item) => item.el === 'x')?.key ?? 0;
  run.do({ type: 'setVariables', variables: { a: 3, local: 2, other: 4 }, scopeKey });
  expect(run.variables).toEqual({ a: 3, other: 4 });
  run.do({ type: 'setVariables', variables: { a: 5 }, scopeKey, local: true });
  expect(run.variables).toEqual({ a: 3, other: 4 });
  expect(run.state.items.find((item) => item.el === 'x')?.vars).toEqual({ local: 2, a: 5 });
});

test('[FIX-3] moveToken cancels an instance and enters another element, also of a scope around', async () => {
  const inner = b.sub('x', b.start('xs'), b.users('u v'), b.flow('xs u v'));
  const xml = b.diagram(b.start(), inner, b.user('after'), b.end(), b.flow('s x after e'));
  const key = (run: Driver, el: string) => run.state.items.find((item) => item.el === el)?.key ?? 0;
  const run = await Driver.started(xml);
  run.do({ type: 'moveToken', key: key(run, 'u'), toElementId: 'v' });
  expect(run.open).toEqual(['task v']);
  run.do({ type: 'moveToken', key: key(run, 'v'), toElementId: 'after' });
  expect(run.open).toEqual(['task after']);
  expect(run.path('cancelled')).toEqual(['u', 'v', 'x']);
  for (const toElementId of ['u', 's', 'nowhere']) {
    expect(() => run.once({ type: 'moveToken', key: key(run, 'after'), toElementId }), toElementId).toThrow();
  }
  expect(() => run.once({ type: 'moveToken', key: key(run, 'p'), toElementId: 'e' })).toThrow(/cannot be moved/);
});

test('[FIX-3] it does not reach out of a loop, which would wait for ever', async () => {
  const inner = b.sub(
    'x',
    b.multiInstance({ inputCollection: '= [1, 2]' }),
    b.start('xs'),
    b.user('u'),
    b.flow('xs u'),
  );
  const run = await Driver.started(b.diagram(b.start(), inner, b.user('after'), b.flow('s x after')));
  const key = run.state.items.find((item) => item.el === 'u')?.key ?? 0;
  expect(() => run.once({ type: 'moveToken', key, toElementId: 'after' })).toThrow(/not in the scope of/);
});

const version = (...extra: string[]) =>
  b.diagram(
    b.message('M', 'go', '= 1'),
    b.start(),
    b.parallel('f'),
    b.service('j'),
    b.flow('s f'),
    b.flow('f j'),
    ...extra,
  );

async function migrated(from: string, to: string, mapping: Record<string, string> = {}): Promise<Driver> {
  const run = await Driver.started(from);
  const target = [...(await compileOk(to)).values()][0];
  if (target !== undefined) run.models.set('v2', target);
  return run.do({ type: 'migrate', toModelId: 'v2', mapping });
}

test('[FIX-4] migrate goes on in the new version, waits are opened and closed to match', async () => {
  const from = version(
    b.user('u'),
    b.flow('f u'),
    b.boundary('old', 'j', b.duration('PT1H')),
    b.boundary('kept', 'u', b.messageRef('M')),
  );
  const to = version(
    b.user('u2'),
    b.flow('f u2'),
    b.boundary('new', 'j', b.duration('PT2H')),
    b.boundary('kept', 'u2', b.messageRef('M')),
    b.user('late'),
    b.flow('new late'),
    b.user('then'),
    b.flow('u2 then'),
  );
  const run = await migrated(from, to, { u: 'u2' });
  expect(run.state.modelId).toBe('v2');
  // The open task and job keep the element ids under which the server knows them.
  expect(run.open).toEqual(['job j', 'message kept', 'task u', 'timer new']);
  run.complete('u');
  expect(run.open).toEqual(['job j', 'task then', 'timer new']);
  expect(run.fire('new').open).toEqual(['task late', 'task then']);
});

test('[FIX-4] tokens in joins move along', async () => {
  const block = (join: string) =>
    b.diagram(
      b.start(),
      b.parallel('f'),
      b.users('a c'),
      b.parallel(join),
      b.end(),
      b.flow(`s f a ${join} e`),
      b.flow(`f c ${join}`),
    );
  const run = await Driver.started(block('join'));
  run.complete('a');
  const target = [...(await compileOk(block('both'))).values()][0];
  if (target !== undefined) run.models.set('v2', target);
  const mapping = { join: 'both', 'a-join': 'a-both', 'c-join': 'c-both' };
  run.do({ type: 'migrate', toModelId: 'v2', mapping });
  expect(run.complete('c').status).toBe('COMPLETED');
});

test('[FIX-4] obstacles refuse all of it, each with its reason', async () => {
  const from = version(b.user('u'), b.flow('f u'));
  const gone = await compileOk(version(b.sub('x', b.start('xs'), b.service('u'), b.flow('xs u')), b.flow('f x')));
  const run = await Driver.started(from);
  for (const model of gone.values()) run.models.set('v2', model);
  const before = JSON.stringify(run.state);
  expect(() => run.once({ type: 'migrate', toModelId: 'v2', mapping: {} })).toThrow(
    expect.objectContaining({
      reason: 'cannot-migrate',
      details: expect.arrayContaining([expect.stringMatching(/userTask/), expect.stringMatching(/scope/)]),
    }),
  );
  expect(JSON.stringify(run.state)).toBe(before);
});
