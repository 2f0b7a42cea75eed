import { expect, test } from 'vitest';
import { compile } from '../../compile/compile.js';
import * as b from '../../testing/bpmn.js';
import { Driver } from '../../testing/driver.js';

test('[VAR-1] [SUB-1] input mappings are local to their element and hide what is outside', async () => {
  const xml = b.diagram(
    b.start(),
    b.sub(
      'x',
      b.ext(b.io({ a: '= a + 1', local: '= 5' })),
      b.start('xs'),
      b.script('y', '= a + local', 'r'),
      b.flow('xs y'),
    ),
    b.flow('s x'),
  );
  expect((await Driver.started(xml, { a: 1 })).variables).toEqual({ a: 1, r: 7 });
});

test('[VAR-2] results travel up to where the variable stands, else to the process', async () => {
  const xml = b.diagram(
    b.start(),
    b.sub('x', b.ext(b.io({ a: '= 0' }, { seen: '= a' })), b.start('xs'), b.service('j'), b.flow('xs j')),
    b.flow('s x'),
  );
  const run = await Driver.started(xml);
  run.job('j', { a: 9, c: 3 });
  expect(run.variables).toEqual({ c: 3, seen: 9 });
});

test('[VAR-3] with output mappings only these travel up', async () => {
  const xml = b.diagram(b.start(), b.service('j', 'j', b.io({}, { total: '= raw * 2' })), b.flow('s j'));
  const run = await Driver.started(xml);
  run.job('j', { raw: 4, noise: 1 });
  expect(run.variables).toEqual({ total: 8 });
});

test('[VAR-4] mappings see the ones before, and a dotted target sets a member', async () => {
  const inputs = { x: '= 1', y: '= x + 1', 'o.p.q': '= y', 'o.r': 'text' };
  const xml = b.diagram(b.start(), b.service('j', 'j', b.io(inputs)), b.flow('s j'));
  const run = await Driver.started(xml, { o: { kept: true } });
  expect(run.of('createJob')[0]?.input).toEqual({ x: 1, y: 2, o: { kept: true, p: { q: 2 }, r: 'text' } });
});

test('[VAR-4] a failing input mapping is an incident; a retry maps again', async () => {
  const xml = b.diagram(b.start(), b.service('j', '= kind'), b.flow('s j'));
  const run = await Driver.started(xml);
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'expression', elementId: 'j' }]);
  run.retry('j', { variables: { kind: 'mail' } });
  expect(run.open).toEqual(['job j']);
});

test('[VAR-5] process is live, readable everywhere and never stored', async () => {
  const xml = b.diagram(b.start(), b.user('u'), b.script('x', '= process.state', 'r'), b.flow('s u x'));
  const run = await Driver.of(xml);
  run.process = { state: 'INIT' };
  run.start({ process: 'mine', a: 1 });
  run.process = { state: 'PAID' };
  run.complete('u', true, { process: 'theirs' });
  expect(run.variables).toEqual({ a: 1, approved: true, r: 'PAID' });
  const assigned = b.diagram(b.start(), b.service('j', 'j', b.io({}, { 'process.state': '= 1' })), b.flow('s j'));
  expect((await compile(assigned)).report.errors).toMatchObject([{ elementId: 'j', code: 'reserved-variable' }]);
});

test('[VAR-5] a payload member named __proto__ changes nothing', async () => {
  const run = await Driver.started(b.diagram(b.start(), b.users('u v'), b.flow('s u v')));
  run.complete('u', true, JSON.parse('{"__proto__": {"polluted": true}, "a": 1}'));
  expect(run.variables).toEqual({ approved: true, a: 1 });
  expect(Object.getPrototypeOf(run.variables)).toBe(Object.prototype);
});

test('[VAR-6] an attribute without a leading = is a literal', async () => {
  const xml = b.diagram(b.start(), b.service('j', 'a + b', b.io({ x: 'a' })), b.flow('s j'));
  expect((await Driver.started(xml, { a: 1 })).of('createJob')).toMatchObject([
    { jobType: 'a + b', input: { x: 'a' } },
  ]);
});
