import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as b from '../../src/testing/bpmn.js';
import { survive } from './fuzz.js';
import { mutate } from './mutate.js';

const examples = fileURLToPath(new URL('../../../../examples', import.meta.url));
const shipped = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.bpmn'))
  .map((file) => readFileSync(join(examples, file), 'utf8'));

const nonInterrupting = { isInterrupting: false };
const built = [
  b.diagram(
    b.signal('S', 'S'),
    b.error('E', 'X'),
    b.start(),
    b.inclusive('f', { default: 'f-c' }),
    b.user('a', b.multiInstance({ inputCollection: '= l', outputCollection: 'o', outputElement: '= x' })),
    b.service('c'),
    b.boundary('ce', 'c', b.errorRef('E')),
    b.boundary('ct', 'c', b.cycle('R3/PT1M'), b.nonInterrupting),
    b.inclusive('j'),
    b.throwEvent('t', b.signalRef('S')),
    b.end(),
    b.flow('s f'),
    b.flow('f a', '= x > 0'),
    b.flow('f c'),
    b.flow('a j t e'),
    b.flow('c j'),
    b.flow('ce j'),
    b.eventSub(
      'v',
      b.el('startEvent', { id: 'vs', ...nonInterrupting }, b.signalRef('S')),
      b.user('vu'),
      b.flow('vs vu'),
    ),
  ),
  b.diagram(
    b.message('M', 'M', '= k'),
    b.escalation('L', 'L'),
    b.start(),
    b.sub(
      'x',
      b.start('xs'),
      b.parallel('g'),
      b.task('y'),
      b.boundary('by', 'y', b.compensate()),
      b.el('userTask', { id: 'h', isForCompensation: true }),
      b.el('association', { id: 'as', sourceRef: 'by', targetRef: 'h' }),
      b.eventGateway('eg'),
      b.catchEvent('m', b.messageRef('M')),
      b.catchEvent('d', b.duration('PT1M')),
      b.parallel('k'),
      b.end('xe', b.compensate()),
      b.throwEvent('l', b.escalationRef('L')),
      b.flow('xs g y k xe'),
      b.flow('g eg m k'),
      b.flow('eg d l'),
    ),
    b.boundary('be', 'x', b.escalationRef('L'), b.nonInterrupting),
    b.exclusive('w', { default: 'w-e' }),
    b.end(),
    b.end('z', b.terminate()),
    b.flow('s x w e'),
    b.flow('w x', '= x = 1'),
    b.flow('be z'),
  ),
];

// Every mutant compiles or is refused with a reason; what is accepted runs without an exception, with its invariants intact after
// every step and nothing left open at its end. A hang ends the test by its time limit. A failure names the seed: `mutate` makes the same file again.
test.each([...shipped, ...built].map((xml, at) => [at, xml] as const))(
  '[DEP-2] mutants of diagram %i are refused or run',
  async (at, xml) => {
    expect(await survive(xml, 0)).toBe('ran');
    for (let nth = 0; nth < 60; nth += 1) {
      const seed = at * 1000 + nth;
      await survive(mutate(xml, seed), seed).catch((cause: unknown) => {
        throw new Error(`seed ${seed}`, { cause });
      });
    }
  },
);
