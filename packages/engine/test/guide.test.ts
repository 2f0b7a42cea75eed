import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compile } from '../src/compile/compile.js';
import { executedTypes, globalTaskTypes } from '../src/compile/graph/layout.js';
import * as b from '../src/testing/bpmn.js';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const guide = read('../../../docs/guide/bpmn.md');
const rules = new Set([...read('../SPEC.md').matchAll(/^- \[([A-Z]+-\d+)\]/gm)].map(([, rule]) => rule));

/** The rows of the tables of a section, without their heads. */
function tableOf(section: string): readonly (readonly string[])[] {
  const text = guide.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const lines = text.split('\n');
  const isHead = (at: number): boolean => lines[at + 1]?.startsWith('|---') === true;
  return lines
    .filter((line, at) => line.startsWith('|') && !line.startsWith('|---') && !isHead(at))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

test('[DEP-1] the guide lists exactly the elements that the compiler executes', () => {
  const rows = guide.slice(guide.indexOf('## Elements'), guide.indexOf('Every activity may have'));
  const listed = [...rows.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => capital(name ?? '')),
  );
  expect(listed.sort()).toEqual(['Process', ...executedTypes, ...globalTaskTypes].sort());
});

test('every rule that the guide names is in SPEC.md', () => {
  const named = [...guide.matchAll(/\b([A-Z]{2,}-\d+)\b/g)].map(([, rule]) => rule ?? '');
  expect(named.filter((rule) => !rules.has(rule) && rule !== 'MON-FRI')).toEqual([]);
});

const roots = [b.message('M', 'go', '= 1'), b.signal('S', 'alarm'), b.error('E', 'BAD'), b.escalation('H', 'HELP')];
const cancel = b.el('cancelEventDefinition');

/** The content of an event with the definition, as it is written in a place. */
function definitionOf(name: string, place: Place): string | null {
  const isThrow = place === 'throw' || place === 'end';
  switch (name) {
    case 'none':
      return '';
    case 'message':
      return b.messageRef('M');
    case 'timer':
      return b.cycle('R2/PT1H');
    case 'signal':
      return b.signalRef('S');
    case 'conditional':
      return b.conditional('= ready');
    case 'error':
      return b.errorRef('E');
    case 'escalation':
      return b.escalationRef('H');
    case 'compensation':
      return b.compensate();
    case 'cancel, in a transaction':
      return cancel;
    case 'terminate':
      return b.terminate();
    case 'link':
      return b.link('A');
    case 'several':
    case 'several, `parallelMultiple`':
      return isThrow ? b.messageRef('M') + b.signalRef('S') : b.messageRef('M') + b.cycle('R2/PT1H');
    default:
      return null;
  }
}

const places = ['start', 'sub', 'subBeside', 'catch', 'boundary', 'boundaryBeside', 'throw', 'end'] as const;
type Place = (typeof places)[number];

/** A diagram with one event of the definition in the place, and what the definition needs around it. */
function diagramOf(name: string, place: Place): string {
  const definition = definitionOf(name, place);
  if (definition === null) throw new Error(`the guide has an unknown event definition ${name}`);
  const parallel = name.includes('parallelMultiple') && place !== 'throw' && place !== 'end';
  const event = (type: string, attributes: Record<string, string | boolean> = {}): string =>
    b.el(type, { id: 'x', ...(parallel ? { parallelMultiple: true } : {}), ...attributes }, definition);
  const host = (id: string, ...content: string[]): string =>
    name.startsWith('cancel') ? b.el('transaction', { id }, ...content) : b.sub(id, ...content);
  switch (place) {
    case 'start':
      return b.diagram(...roots, event('startEvent'), b.end(), b.flow('x e'));
    case 'sub':
    case 'subBeside':
      return b.diagram(
        ...roots,
        b.start(),
        host(
          'h',
          b.start('hs'),
          b.eventSub('v', event('startEvent', { isInterrupting: place === 'sub' }), b.end('ve'), b.flow('x ve')),
        ),
        b.flow('s h'),
      );
    case 'catch': {
      const from = name === 'link' ? b.throwEvent('t', b.link('A')) : b.task('t');
      const flows = name === 'link' ? b.flow('s t') : b.flow('s t x');
      return b.diagram(...roots, b.start(), from, event('intermediateCatchEvent'), b.end(), flows, b.flow('x e'));
    }
    case 'boundary':
    case 'boundaryBeside': {
      const handler =
        name === 'compensation'
          ? b.el('task', { id: 'e', isForCompensation: true }) +
            b.el('association', { id: 'as', sourceRef: 'x', targetRef: 'e' })
          : b.end() + b.flow('x e');
      const inside = name.startsWith('cancel') ? b.end('he', cancel) + b.flow('hs he') : '';
      const attached = event('boundaryEvent', { attachedToRef: 'h', cancelActivity: place === 'boundary' });
      return b.diagram(...roots, b.start(), host('h', b.start('hs'), inside), attached, handler, b.flow('s h'));
    }
    case 'throw': {
      const to = name === 'link' ? b.catchEvent('t', b.link('A')) + b.flow('t e') : b.flow('x e');
      return b.diagram(...roots, b.start(), event('intermediateThrowEvent'), to, b.end(), b.flow('s x'));
    }
    case 'end': {
      const leave = name.startsWith('cancel') ? b.boundary('c', 'h', cancel) + b.end() + b.flow('c e') : '';
      return b.diagram(
        ...roots,
        b.start(),
        host('h', b.start('hs'), event('endEvent'), b.flow('hs x')),
        leave,
        b.flow('s h'),
      );
    }
  }
}

describe('[DEP-1] the guide says where each event definition is executed', () => {
  const rows = tableOf('Events');
  test('for every definition of BPMN', () => {
    expect(rows).toHaveLength(13);
  });
  test.each(
    rows.flatMap(([name = '', ...cells]) => cells.map((cell, at) => [name, places[at] ?? 'end', cell] as const)),
  )('%s: %s %s', async (name, place, cell) => {
    const { report } = await compile(diagramOf(name, place));
    const accepted = report.errors.length === 0;
    expect(accepted, JSON.stringify(report.errors)).toBe(cell !== '–');
  });
});
