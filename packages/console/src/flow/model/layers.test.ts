import { expect, test } from 'vitest';
import { areaOf, layersOf } from './layers.js';

const bucket = (inside: Readonly<Record<string, number>>) => ({
  values: Object.entries(inside).map(([value, count]) => ({ value, inside: count })),
});

test('layers lie on each other, the last value at the bottom; what a part does not name is nothing', () => {
  const { layers, highest } = layersOf(['NEW', 'DONE'], [bucket({ NEW: 2 }), bucket({ NEW: 1, DONE: 3 })]);
  expect(highest).toBe(4);
  expect(layers).toEqual([
    {
      value: 'NEW',
      edges: [
        [0, 2],
        [3, 4],
      ],
    },
    {
      value: 'DONE',
      edges: [
        [0, 0],
        [0, 3],
      ],
    },
  ]);
});

test('an area goes along the upper edge in steps, and back along the lower one', () => {
  const { layers, highest } = layersOf(['NEW', 'DONE'], [bucket({ NEW: 2 }), bucket({ NEW: 1, DONE: 3 })]);
  expect(layers.map((layer) => areaOf(layer, highest, 100, 40))).toEqual([
    'M0,20L50,20L50,0L100,0L100,10L50,10L50,40L0,40Z',
    'M0,40L50,40L50,10L100,10L100,40L50,40L50,40L0,40Z',
  ]);
});

test('one part alone is as wide as the chart, and nothing at all has a height to draw in', () => {
  const one = layersOf(['NEW'], [bucket({ NEW: 2 })]);
  expect(one.layers.map((layer) => areaOf(layer, one.highest, 100, 40))).toEqual(['M0,0L100,0L100,40L0,40Z']);
  expect(layersOf(['NEW'], [bucket({})]).highest).toBe(1);
});
