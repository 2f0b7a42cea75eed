import { describe, expect, test } from 'vitest';
import { processFilters } from './process-filter.js';

const condition = (text: string): unknown => processFilters('s', { where: [text] }).and;

describe('[D5] conditions', () => {
  test.each([
    ['amount>=1000', { 'fields.amount': { gte: 1000 } }],
    ['amount<1e3', { 'fields.amount': { lt: 1000 } }],
    ['supplier~Acme = Co', { 'fields.supplier': { contains: 'Acme = Co' } }],
    ['number^=20', { 'fields.number': { startsWith: '20' } }],
    ['supplier~~acme', { 'fields.supplier': { icontains: 'acme' } }],
    ['number^^=r-', { 'fields.number': { istartsWith: 'r-' } }],
    ['supplier==acme', { 'fields.supplier': { ieq: 'acme' } }],
    ['number="007"', { 'fields.number': { eq: '007' } }],
    ['paid!=true', { 'fields.paid': { ne: true } }],
    ['createdTs>2026-01-01T00:00:00Z', { createdTs: { gt: '2026-01-01T00:00:00Z' } }],
    ['fields.state=x', { 'fields.state': { eq: 'x' } }],
    ['state=INIT', { state: { eq: 'INIT' } }],
  ])('%s', (text, filter) => {
    expect(condition(text)).toEqual([filter]);
  });

  test('all options together', () => {
    expect(processFilters('s', { state: ['A', 'B'], stage: ['x'], where: ['a=b'], filter: '{"or":[]}' })).toEqual({
      subProjectId_id: 's',
      state: ['A', 'B'],
      stageKey: ['x'],
      and: [{ 'fields.a': { eq: 'b' } }, { or: [] }],
    });
  });

  test.each(['', 'x', '=1', '1=1'])('"%s" is refused', (text) => {
    expect(() => condition(text)).toThrow('is not a condition');
  });
});
